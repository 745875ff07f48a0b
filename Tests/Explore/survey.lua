-- Planted (error): five screens with two answers and Cancel; one series of answers fails at the end.
local okit = require "okit"
local Survey = okit.Model:extend("Survey", { done = 0 })
local answers = {}
local function ask(n) return function(s) answers[n] = true okit.navigate("q" .. (n + 1), s) end end
local function deny(n) return function(s) answers[n] = false okit.navigate("q" .. (n + 1), s) end end
function Survey:start() answers = {} okit.navigate("q1", self) end
function Survey:cancel() answers = {} okit.navigateToHome() end
function Survey:finish()
  if answers[1] and not answers[2] and not answers[3] and answers[4] then error("no such profile") end -- fault
  -- corrected:
  self.done = self.done + 1
  okit.navigateToHome()
end
okit.Model.initialize(function()
  local s = okit.Model.register(Survey)
  okit.Model.state(function() okit.Model.store(s) end)
end)
local function button(title, tap) return okit.ModelBarButtonItem { title = title, tap = tap } end
okit.ModelDetailTableController:extend("home", { titlePath = "#Survey", subTitlePath = "done", edit = false,
  right = { button("#Start", "start()") }, sections = {} })
for n = 1, 4 do
  okit.ModelDetailTableController:extend("q" .. n, { titlePath = "#Question", edit = false,
    left = { button("#Cancel", "cancel()") },
    sections = { { cells = {
      okit.ModelTableCell { path = "#Agree", tap = ask(n) }, okit.ModelTableCell { path = "#Disagree",
        tap = deny(n) } } } } })
end
okit.ModelDetailTableController:extend("q5", { titlePath = "#Thanks", edit = false, left = { button("#Cancel",
  "cancel()") },
  right = { button("#Finish", "finish()") }, sections = {} })
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
