-- Typical mistakes: each is reported with its line, its property and the nearest name.
describe("Mistakes in definitions", function()
  local function reports(arguments)
    local app = okit.launch("mistakes_app.lua", { arguments = arguments })
    local found = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      local line = diagnostic.place and diagnostic.place:match(":(%d+)$")
      found[#found + 1] = ("%s %s %s"):format(line, diagnostic.code, diagnostic.text:match("^[^\n]*: (.-)\n") or "")
      found[diagnostic.code .. (line or "")] = diagnostic
    end
    return app, found
  end

  for _, case in ipairs {
    { "quickTap", 18, "binding.unknownName", "mark" }, { "a more action", 23, "binding.unknownName", "mark" },
    { "accyTap", 28, "binding.unknownName", "mark" }, { "selectionPath", 51, "binding.unknownName", "director" },
    { "addName", 16, "model.unknownProperty", "name" },
  } do
    it("are found at the start: " .. case[1], function()
      local _, found = reports()
      local diagnostic = found[case[3] .. case[2]]
      expect(diagnostic).not_to_be(nil)
      expect(diagnostic.text).to_contain(case[1] == "a more action" and "moreActions[2].tap" or case[1])
      if case[2] ~= 23 then expect(diagnostic.hint).to_be(('did you mean "%s"?'):format(case[4])) end
    end)
  end

  for _, case in ipairs {
    { "a switch on a text", 38, '"Seen" in section "General": onPath', "okit.ModelTextCell" },
    { "a stepper on a text", 39, '"Price" in section "General": valuePath', "okit.ModelTextCell" },
    { "a date on a Bool", 40, '"Day" in section "General": datePath', "okit.ModelSwitchCell" },
    { "a text on a Date", 43, '"Seen" in section "General": textPath', "okit.ModelDateCell" },
    { "a switch on a Date", 44, '"Shown" in section "General": onPath', "okit.ModelDateCell" },
  } do
    it("are found at the start: " .. case[1], function()
      local _, found = reports()
      local diagnostic = found["binding.type" .. case[2]]
      expect(diagnostic.text).to_contain(case[3])
      expect(diagnostic.hint).to_be("use " .. case[4])
    end)
  end

  it("name the cell when its binding fails", function()
    local app = reports()
    app:row("Dune"):tap()
    app:dump()
    local hints = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      if diagnostic.text:find('film: "Director" in section "General": detailPath', 1, true) then
        expect(diagnostic.place).to_match("mistakes_app.lua:42$")
        hints.cell = diagnostic.hint
      elseif diagnostic.text:find("film: sections[1].footer", 1, true) then
        hints.section = diagnostic.hint
      end
    end
    expect(hints.cell).to_be('a text is written "%Unknown" (localized) or "#Unknown"')
    expect(hints.section).to_be('a text is written "%Facts" (localized) or "#Facts"')
  end)

  it("warn of a function that nothing calls", function()
    local app = okit.launch("mistakes_app.lua")
    local warnings = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      if diagnostic.severity == "warning" then warnings[#warnings + 1] = diagnostic end
    end
    expect(warnings).to_have_count(1)
    expect(warnings[1].code).to_be("controller.unknownFunction")
    expect(warnings[1].hint).to_be('did you mean "onAddTap"?')
  end)

  local readers = { unregistered_app = "films: dataPath", unregistered_section_app = "sections[1].header" }
  for script, property in pairs(readers) do
    it("a model that nobody registers: " .. script, function()
      local ok, problem = pcall(okit.launch, script .. ".lua")
      expect(ok).to_be(false)
      expect(problem.code).to_be("model.unregistered")
      expect(tostring(problem)).to_contain(property)
      expect(tostring(problem)).to_contain("okit.Model.register(Films)")
    end)
  end
end)

describe("Fixtures are strict:", function()
  for _, case in ipairs {
    { "an unknown key", { films = { { nmae = "x" } } }, "model.unknownProperty", "films[0].nmae" },
    { "an unknown key of the model", { film = {} }, "model.unknownProperty", "film" },
    { "a wrong type", { films = { { name = 5 } } }, "model.decode", "films[0].name" },
    { "a dangling reference", { films = { { director = "ann" } } }, "model.danglingReference", "films[0].director" },
    { "a reference to another class", { films = { { id = "a", director = "a" } } }, "model.danglingReference",
      "films[0].director" },
    { "an unknown key of a reference", { films = { { director = { refkey = "a" } } } }, "model.unknownProperty",
      "films[0].director.refkey" },
    { "a reference that is not an id", { films = { { director = 5 } } }, "model.decode", "films[0].director" },
    { "a number as id", { films = { { id = 5 } } }, "model.decode", "films[0].id" },
    { "a number as id beside other mistakes", { films = { { id = 5 }, { id = 5 } } }, "model.decode", "films[0].id" },
    { "a hole in a list", { films = { { name = "a" }, nil, { name = "b" } } }, "model.decode", "films[1]" },
    { "an id used twice", { films = { { id = "a" }, { id = "a" } } }, "model.duplicateId", "films[1]" },
  } do
    it(case[1], function()
      local ok, problem = pcall(okit.launch, "mistakes_app.lua", { fixture = case[2] })
      expect(ok).to_be(false)
      expect(problem.code).to_be(case[3])
      expect(tostring(problem)).to_contain(case[4] .. ": ")
    end)
  end

  it("a hole in a list has a hint", function()
    local ok, problem = pcall(okit.launch, "mistakes_app.lua", { fixture = { films = { {}, nil, {} } } })
    expect(ok).to_be(false)
    expect(problem.message).to_contain("expected a Film, found nil, a hole in the list")
    expect(problem.hint).to_be("lists have no nil; leave the element out")
    local far = { {} }
    far[1000] = {}
    ok, problem = pcall(okit.launch, "mistakes_app.lua", { fixture = { films = far } })
    expect(ok).to_be(false)
    expect(problem.code).to_be("lua.value")
    expect(problem.message).to_contain("films: a list has a hole after its element 1")
  end)

  it("an empty table is an entity with its defaults", function()
    local app = okit.launch("mistakes_app.lua", { fixture = { films = { {}, {} } } })
    expect(#app:model().films).to_be(2)
    expect(app:get("films[1]/name")).to_be("")
    app:apply { films = { {} } }
    expect(#app:model().films).to_be(1)
    app:model():apply { films = { {}, { name = "Dune" } } }
    expect(app:get("films[1]/name")).to_be("Dune")
    expect(#app.diagnostics >= 0).to_be(true)
  end)

  it("unknown members of new entities in what is applied", function()
    local app = okit.launch("mistakes_app.lua")
    local function apply(data) return function() app:apply(data) end end
    expect(apply { films = { { nmae = "a" } } }).to_fail('/films/0/nmae: Film has no property "nmae"')
    expect(apply { films = { { director = { refKey = "a", ky = 1 } } } }).not_to_be(nil)
    local whole = app:snapshot()
    whole.films[1].rating = 5
    app:apply(whole)
    expect(app:snapshot().films[1].rating).to_be(5)
    expect(#app.diagnostics > 0).to_be(true)
  end)

  it("a reference to an entity of the fixture is valid", function()
    local app = okit.launch("mistakes_app.lua", {
      fixture = { films = { { director = "ann" } }, persons = { { id = "ann", name = "Ann" } } },
    })
    expect(app:get("films[0]/director/ref/name")).to_be("Ann")
    expect(#app.diagnostics > 0).to_be(true)
  end)
end)

describe("Mistakes at run time", function()
  local app
  before_each(function()
    app = okit.launch("mistakes_app.lua", {
      arguments = { "persons" },
      fixture = { films = { { director = "ann" } }, persons = { { id = "ann", name = "Ann" } } },
    })
    expect(app.diagnostics).not_to_be(nil)
  end)

  it("a refused deletion is a diagnostic", function()
    app:row("Ann"):delete()
    local found = app.diagnostics
    expect(found[#found].code).to_be("model.restricted")
    expect(app:rows()).to_equal { "Ann" }
  end)

  it("nil is not a list", function()
    local model = app:model()
    expect(function() model.films = nil end).to_fail(
      "Films.films needs a list of Film, got nil %(write films:clear%(%)")
    model.films:clear()
    expect(#model.films).to_be(0)
  end)

  it("a second element is not lost", function()
    local persons = app:model().persons
    expect(function() persons:add({ name = "Ben" }, { name = "Cem" }) end).to_fail(
      "collection:add takes one element, got 2")
    expect(function() persons:insert(1, { name = "Ben" }, { name = "Cem" }) end).to_fail(
      "collection:insert takes one element, got 2")
    expect(function() persons:remove(persons[1], persons[1]) end).to_fail("collection:remove takes one element")
    local ok, problem = pcall(function() persons:add(("Ben"):gsub("B", "K")) end)
    expect(ok).to_be(false)
    expect(problem.code).to_be("lua.argument")
    expect(problem.hint).to_contain("parentheses around a call keep only its first value")
    persons:add({ name = "Ben" }, nil)
    expect(#persons).to_be(2)
  end)

  it("a class is not an element, nor is an entity of another class", function()
    local films = app:model().films
    expect(function() films:add(app:model().persons[1]) end).to_fail("needs a Film, got Person")
    expect(function() films.add {} end).to_fail("call it with a colon: collection:add")
  end)

  it("a misspelt field of what is shown", function()
    expect(function() return app.screen.titel end).to_fail('screen has no field "titel" %(did you mean "title"')
    expect(function() return app.screen.sections[1].rows[1].txt end).to_fail('did you mean "text"')
    expect(function() return app.screen.right[1].titel end).to_fail('did you mean "title"')
    expect(app.screen.subtitle).to_be(nil)
    app:row("Ann"):delete()
    expect(function() return app.diagnostics[1].mesage end).to_fail(
      'diagnostic has no field "mesage" %(did you mean "message"')
  end)

  it("a misspelt module", function()
    expect(function() require "mistakes_ap" end).to_fail('did you mean "mistakes_app"%? searched in Tests/Lua')
  end)
end)
