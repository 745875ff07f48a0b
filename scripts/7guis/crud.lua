-- 7GUIs, 5: persons that are created, changed and deleted, and a filter for their surnames.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "", surname = "" })
function Person:fullName() return self.surname .. ", " .. self.name end

local People = okit.Model:extend("People", {
  people = t.list(Person), selected = t.ref "Person", prefix = "", name = "", surname = "",
})
function People:matches()
  local prefix = self.prefix:lower()
  return self.people:filter(function(person) return person.surname:lower():sub(1, #prefix) == prefix end)
end
function People:createPerson() self.people:add { name = self.name, surname = self.surname } end
function People:updatePerson() self.selected.ref.name, self.selected.ref.surname = self.name, self.surname end
function People:deletePerson() self.people:remove(self.selected.ref) end

okit.Model.register(People)

okit.ModelDetailTableController:extend("people", {
  titlePath = "%People", editAlways = true,
  toolbar = {
    okit.ModelBarButtonItem { title = "%Create", tap = "createPerson()" },
    okit.ModelBarButtonItem { title = "%Update", tap = "updatePerson()", enabled = "selected/ref" },
    okit.ModelBarButtonItem { title = "%Delete", tap = "deletePerson()", enabled = "selected/ref" },
  },
  sections = { { cells = {
    okit.ModelTextCell { path = "%Filter", textPath = "prefix", placeholder = "%Beginning of the surname" },
    okit.ModelPickerCell {
      path = "%Person", dataPath = "matches()", namePath = "fullName()", selectionPath = "selected",
    },
    okit.ModelTextCell { path = "%Name", textPath = "name" },
    okit.ModelTextCell { path = "%Surname", textPath = "surname" },
  } } },
})
