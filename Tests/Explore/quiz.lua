-- Planted (error): five questions, each with Cancel; a wrong answer leads to the beginning, five right ones to a fault.
local okit = require "okit"
local Quiz = okit.Model:extend("Quiz", { best = 0, player = "" })
local answers = { 2, 3, 1, 3, 2 }
local prizes = { "bronze", "silver", "gold", "platinum" }
local right = 0

local function ask(quiz) okit.navigate("question" .. right + 1, quiz) end
function Quiz:play()
  right = 0
  ask(self)
end
function Quiz:give(answer)
  if answers[right + 1] ~= answer then return okit.navigateToHome() end
  right = right + 1
  self.best = math.max(self.best, right)
  if right < 5 then return ask(self) end
  self.player = prizes[right]:upper() -- fault
  -- corrected: self.player = (prizes[right] or "none"):upper()
  okit.navigateToHome()
end
for number, name in ipairs { "a", "b", "c" } do Quiz[name] = function(self) self:give(number) end end
function Quiz:cancel() okit.navigateToHome() end

okit.Model.initialize(function() okit.Model.register(Quiz) end)

local function button(title, tap) return okit.ModelBarButtonItem { title = title, tap = tap } end
okit.ModelDetailTableController:extend("home", {
  titlePath = "#Quiz", right = { button("#Play", "play()") },
  sections = { { cells = { okit.ModelTextCell { path = "#Player", textPath = "player" } } } },
})
for number = 1, 5 do
  okit.ModelDetailTableController:extend("question" .. number, {
    titlePath = "#Question", left = { button("#Cancel", "cancel()") },
    sections = { { cells = {
      okit.ModelTableCell { path = "#A", tap = "a()" },
      okit.ModelTableCell { path = "#B", tap = "b()" },
      okit.ModelTableCell { path = "#C", tap = "c()" },
    } } },
  })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
