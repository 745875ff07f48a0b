local okit = require "okit"
local t = okit.types

local Base = okit.ModelEntity:extend("Base", { name = "", kid = t.entity "Base" })
function Base:greeting() return "I am " .. self.name end
function Base:late()
  self.name = "half"
  okit.sleep(1)
  error("too late")
end
function Base:waits() return pcall(function() return self:call("late()"):wait() end) end
function Base:ask()
  local title, fields = okit.alert { title = "Who?", fields = { { name = "first" }, { name = "last" } } }:wait()
  self.name = title .. ":" .. fields.first .. ":" .. fields[2]
end
local Polite = Base:extend("Polite", {})
function Polite:greeting() return self.super.greeting(self) .. ", sir" end
local Formal = Polite:extend("Formal", {})
function Formal:greeting() return "Sir, " .. self.super.greeting(self) end

local Root = okit.Model:extend("Root", {
  people = t.list(Base),
  numbers = t.list(t.int, { didSet = function(self, old, new) self.steps = self.steps .. #old .. #new .. " " end }),
  steps = "", heard = "", map = t.map(t.int), changed = t.transient(""),
})
function Root:invalidated(key) if key ~= "heard" then self.heard = self.heard .. key .. " " end end
function Root:redefined()
  local person = self.people[1]
  local before = person:get("name")
  function Base:get(path) return "own " .. path end
  return before .. ", " .. person:get("name")
end
function Root:wrongTexts()
  local wrong, person = 0, self.people[1]
  for i = 1, 30000 do if person:get("#t" .. i) ~= "t" .. i then wrong = wrong + 1 end end
  return wrong
end
local root = okit.Model.register(Root)
root.people:add(Formal { name = "Ada" })

okit.ModelListTableController:extend("people", {
  type = "Base", dataPath = "people", addName = "name", titlePath = "#People",
  titleTap = function() error("no luck") end,
  cell = okit.ModelTableCell { path = "greeting", detailPath = function(person) return person.name end, tap = "ask()" },
})
local people = okit.ModelListTableController:extend("loud", { type = "Base", dataPath = "people", titlePath = "#Loud" })
function people:titleValue() return self.super.titleValue(self) .. "!" end
