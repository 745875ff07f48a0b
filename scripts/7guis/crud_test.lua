describe("CRUD", function()
  local app
  before_each(function()
    app = okit.launch("crud.lua", { fixture = { people = {
      { name = "Hans", surname = "Emil" }, { name = "Max", surname = "Mustermann" },
      { name = "Roman", surname = "Tisch" },
    } } })
  end)

  local function names() return table.concat(app:cell("Person").control.options, "; ") end
  local function choose(name)
    if not app:row("Person").selected then app:row("Person"):tap() end
    app:cell("Person"):choose(name)
  end
  local function enter(name, surname)
    app:cell("Name"):type(name)
    app:cell("Surname"):type(surname)
  end

  it("creates a person", function()
    enter("John", "Roe")
    app:tap("Create")
    expect(names()).to_be("Emil, Hans; Mustermann, Max; Tisch, Roman; Roe, John")
  end)

  it("updates and deletes what is selected", function()
    expect(function() app:tap("Update") end).to_fail("disabled")
    expect(function() app:tap("Delete") end).to_fail("disabled")
    choose("Tisch, Roman")
    enter("Romy", "Tisch")
    app:tap("Update")
    expect(names()).to_be("Emil, Hans; Mustermann, Max; Tisch, Romy")
    app:tap("Delete")
    expect(names()).to_be("Emil, Hans; Mustermann, Max")
    expect(function() app:tap("Delete") end).to_fail("disabled")
    app:undo()
    expect(names()).to_be("Emil, Hans; Mustermann, Max; Tisch, Romy")
  end)

  it("filters by the beginning of the surname", function()
    app:cell("Filter"):type("m")
    expect(names()).to_be("Mustermann, Max")
    app:cell("Filter"):type("x")
    expect(names()).to_be("")
    app:cell("Filter"):type("")
    expect(names()).to_be("Emil, Hans; Mustermann, Max; Tisch, Roman")
  end)
end)
