-- A club whose groups have documents of their own, with references to its persons.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "" })

local Group = okit.ModelEntity:extend("Group", {
  members = t.list(Person), leader = t.ref "Person", guests = t.list(t.ref("Person", { onDelete = "remove" })),
  owner = t.ref("Person", { onDelete = "restrict" }),
})

local GroupDefer = okit.ModelPartial:extend("GroupDefer", { group = t.deferred(Group) })

local Club = okit.Model:extend("Club", { persons = t.list(Person), groups = t.list(GroupDefer) })
okit.Model.register(Club)
okit.Model.register(okit.ModelTransient:extend("Window", { person = t.entity(Person) }), "window")

okit.ModelListTableController:extend("home", {
  type = "Person", dataPath = "persons", cell = okit.ModelTableCell { path = "name" },
})

function Club:fill()
  for _, id in ipairs { "ann", "bob", "cyd" } do self.persons:add { id = id, name = id } end
  self.groups:add {
    id = "g",
    group = {
      id = "group", members = { { id = "dan", name = "Dan" } }, leader = "ann", owner = "cyd",
      guests = { "ann", "bob" },
    },
  }
end
