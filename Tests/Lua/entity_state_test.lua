-- refAt, assign, unassign, isManaged, isUnmanaged, pending documents, Model.entity, exporting and importing the state.

local app, machine

before_each(function()
  app = okit.launch("entity_state_app.lua")
  machine = app:model()
end)

describe("Referring", function()
  it("finds entities by an id in a text and by references", function()
    machine.key = "bolt"
    expect(machine:refAt("key").name).to_be("Bolt")
    expect(machine:refAt("links[0]").name).to_be("Nut")
    expect(machine:refAt("spare")).to_be(nil)
    machine.spare = "motor"
    expect(machine:refAt("spare").name).to_be("Motor")
    machine.key = "missing"
    expect(machine:refAt("key")).to_be(nil)
    expect(machine:refAt("name")).to_be(nil)
    expect(function() machine:refAt(3) end).to_fail("refAt")
  end)

  it("finds entities of any model by their id", function()
    expect(app:call("find()")).to_be("NutnilScratch")
  end)
end)

describe("Assigning", function()
  it("exchanges an owned entity", function()
    expect(app:call("replace()")).to_be("out left")
    expect(machine.main.name).to_be("Engine")
    app:undo()
    expect(machine.main.name).to_be("Motor")
    expect(machine.main:isManaged()).to_be(true)
    expect(machine.main:isUnmanaged()).to_be(false)
  end)

  it("empties and fills a place", function()
    local motor = machine.main
    machine:unassign("main")
    expect(machine.main).to_be(nil)
    expect(motor:isUnmanaged()).to_be(true)
    machine:assign("main", motor)
    expect(machine.main).to_be(motor)
    machine:assign("main", motor)
    expect(motor:isManaged()).to_be(true)
    machine:assign("main")
    expect(machine.main).to_be(nil)
  end)

  it("checks what it gets", function()
    expect(function() machine:assign("main", 3) end).to_fail("entity or nil")
    expect(function() machine:assign("mian", machine.main) end).to_fail("mian")
    expect(app.diagnostics[1].code).to_be("binding.unknownName")
    expect(function() machine:assign("main", machine.parts[1]) end).to_fail("already in")
    expect(app:call("fresh()")).to_be("falsefalsefalse")
  end)
end)

describe("A pending document", function()
  it("is stored once", function()
    expect(machine.parts[1]:isPending()).to_be(true)
    app:call("store()")
    expect(machine.parts[1]:isPending()).to_be(false)
    machine.parts[1].name = "Screw"
    expect(machine:isPending()).to_be(true)
    app:call("store()")
    machine.parts[1]:setPending()
    expect(machine:isPending()).to_be(true)
    app:call("storeAll()")
    expect(machine:isPending()).to_be(false)
  end)

  it("is left out of a store until something else changes", function()
    app:call("store()")
    machine.name = "A"
    machine:clearPending()
    expect(machine:isPending()).to_be(false)
    app:call("store()")
    app:terminate():relaunch()
    expect(app:model().name).to_be("")
  end)

  it("does not exist outside of stored models", function()
    app:call("pendingOfNew()")
    expect(app.diagnostics[1].code).to_be("model.unmanaged")
    expect(app:model("scratch"):isPending()).to_be(false)
    expect(function() app:model("scratch"):setPending() end).to_fail("in no model that is stored")
  end)

  it("belongs to the partial that it is below", function()
    app:call("store()")
    local text = machine.pages[1].text
    expect(text:isPending()).to_be(false)
    text.words = "changed"
    expect(text:isPending()).to_be(true)
    expect(machine.parts[1]:isPending()).to_be(true)
    app:call("store()")
    expect(text:isPending()).to_be(false)
  end)
end)

describe("The exported state", function()
  it("is imported again", function()
    app:call("export()")
    local bolt = machine.parts[1]
    bolt.name = "Changed"
    machine.parts:remove(machine.parts[2])
    machine.pages[1].text.words = "lost"
    app:call("import()")
    expect(bolt.name).to_be("Bolt")
    expect(app:rows()).to_equal { "Bolt", "Nut" }
    expect(machine.pages[1].text.words).to_be("first")
    app:terminate():relaunch()
    expect(app:rows()).to_equal { "Bolt", "Nut" }
  end)

  it("is missing after it was cleared", function()
    app:call("export()")
    app:call("clear()")
    app:call("clear()")
    app:call("import()")
    expect(app.diagnostics[1]).to_match { code = "import.missing" }
  end)
end)
