-- What is in the documents of partials that were not read yet.
local app, club

before_each(function()
  app = okit.launch("unread_app.lua")
  app:model():fill()
  app:background():relaunch()
  club = app:model()
end)

local function person(id)
  for index = 1, #club.persons do
    if club.persons[index].id == id then return club.persons[index] end
  end
end

it("keeps the ids of a document taken", function()
  expect(function() club.persons:add { id = "dan" } end)
    .to_fail('the id "dan" is already used in the document of GroupDefer%(g%)')
  expect(#club.persons).to_be(3)
  expect(club.groups[1].group.members[1].name).to_be("Dan")
  expect(function() club.persons:add { id = "dan" } end).to_fail('the id "dan" is already used by Person%(dan%)')
end)

it("gives an id back when its document is read and changed", function()
  club.groups[1].group.members:clear()
  club.persons:add { id = "dan", name = "Dan" }
  app:background():relaunch()
  expect(#app:model().persons).to_be(4)
  expect(#app:model().groups[1].group.members).to_be(0)
end)

it("follows onDelete in a document that was not read", function()
  club.persons:remove(person("ann"))
  app:background():relaunch()
  local group = app:model().groups[1].group
  expect(group.leader.refKey).to_be(nil)
  expect(#group.guests).to_be(1)
  expect(group.guests[1].refKey).to_be("bob")
end)

it("restricts a removal by a document that was not read", function()
  expect(function() club.persons:remove(person("cyd")) end).to_fail("cannot be removed: ")
  expect(#club.persons).to_be(3)
end)

it("gives new entities other ids than stored ones with a seed", function()
  club.persons:add { name = "first" }
  club.groups[1].group.members:add { name = "second" }
  app:background():relaunch()
  club = app:model()
  app:model("window").person = { name = "new" }
  club.persons:add { name = "third" }
  club.persons:add { name = "fourth" }
  expect(#club.persons).to_be(6)
  expect(#club.groups[1].group.members).to_be(2)
end)

it("gives no id of an entity that undoing brings back", function()
  club.persons:add { name = "first" }
  app:background():relaunch()
  club = app:model()
  local id = club.persons[4].id
  app:transaction(function() club.persons:remove(club.persons[4]) end)
  app:transaction(function() club.persons:add { name = "other" } end)
  expect(club.persons[4].id == id).to_be(false)
  app:undo():undo()
  expect(club.persons[4].id).to_be(id)
end)
