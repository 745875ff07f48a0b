-- Each diagnostic of a cell or a property has its line, the section and the cell.
describe("The place of a diagnostic", function()
  local app
  local function open()
    app = okit.launch("places_app.lua")
    app:row("Dune"):tap()
    app:tap("Edit")
    app:dump()
  end

  local function found(line)
    for _, diagnostic in ipairs(app.diagnostics) do
      if diagnostic.place == "Tests/Lua/places_app.lua:" .. line then return diagnostic end
    end
    error("nothing was reported at line " .. line)
  end

  for _, case in ipairs {
    { "ribbonColor", 23, "cell.ribbon", '"Ribbon" in section "General": ribbonColor', "use #rrggbb" },
    { "accyPath", 25, "cell.accessory", '"Accessory" in section "General": accyPath', 'did you mean "disclosure"?' },
    { "accyPath without #", 27, "binding.unknownName", '"Check" in section "General": accyPath',
      'a constant is written "#checkmark"' },
    { "modePath", 29, "cell.mode", '"Mode" in section "General": modePath', 'did you mean "date"?' },
    { "modePath without #", 31, "binding.unknownName", "modePath", 'a constant is written "#date"' },
    { "a number without #", 33, "binding.unknownName", "maxValuePath", 'a constant is written "#100"' },
    { "namePath", 35, "binding.unknownName", '"Director" in section "General": namePath', 'did you mean "ref/name"?' },
    { "a reference without ref", 39, "binding.unknownName", "path", 'did you mean "ref/name"?' },
  } do
    it("is the line of its property: " .. case[1], function()
      open()
      local diagnostic = found(case[2])
      expect(diagnostic.code).to_be(case[3])
      expect(diagnostic.text).to_contain(case[4])
      expect(diagnostic.hint).to_be(case[5])
    end)
  end

  it("is the line of the field that refuses a text", function()
    open()
    app:cell("Stars"):type("abc")
    local diagnostic = found(37)
    expect(diagnostic.code).to_be("model.type")
    expect(diagnostic.text).to_contain('film: "Stars" in section "General": textPath: Film.stars needs an Int')
    expect(diagnostic.hint).to_be("use a whole number such as 1234")
  end)

  it("is that of the step that types what a control does not take, with the cell", function()
    open()
    local ok, problem = pcall(function() app:cell("Slider"):set("abc") end)
    expect(ok).to_be(false)
    expect(problem.code).to_be("cell.value")
    expect(problem.place).to_match("places_test.lua:49$")
    expect(#app.diagnostics > 0).to_be(true)
  end)

  it("is the line of the cell whose row selects no other one", function()
    open()
    app:row("Next"):tap()
    expect(found(38).code).to_be("cell.selectNextRow")
  end)

  it("is that of the screen when nothing else is known", function()
    app = okit.launch("places_app.lua", { arguments = { "persons" } })
    app:row("Ann"):delete()
    expect(found(42).code).to_be("model.restricted")
  end)

  it("is the line of a text that was meant, also in lower case", function()
    app = okit.launch("places_app.lua")
    app:dump()
    expect(found(18).hint).to_be('a text is written "%mark" (localized) or "#mark"')
  end)

  it("is that of an observer that never ends", function()
    app = okit.launch("places_app.lua", { arguments = { "persons" } })
    local film = app:model().films[1]
    film:observe("stars", function(new) film.stars = new + 1 end)
    app:set("films[0]/stars", 1)
    local diagnostic = app.diagnostics[#app.diagnostics]
    expect(diagnostic.code).to_be("observe.endless")
    expect(diagnostic.place).to_match("places_test.lua:77$")
    expect(diagnostic.message).to_contain('"stars" of /films/0')
  end)

  it("is that of an observer of patches that never ends", function()
    app = okit.launch("places_app.lua", { arguments = { "persons" } })
    local film = app:model().films[1]
    film:onPatch(function() film.stars = film.stars + 1 end)
    app:set("films[0]/stars", 1)
    local diagnostic = app.diagnostics[#app.diagnostics]
    expect(diagnostic.code).to_be("observe.endless")
    expect(diagnostic.place).to_match("places_test.lua:88$")
  end)
end)

describe("A function that was called with a dot", function()
  for number, called in ipairs {
    "Film:see", "films[1]:see", "films[1]:see", 'by(1)["x"]:see', "Film:see", false,
  } do
    it(("is called with a colon: %d"):format(number), function()
      local app = okit.launch("dots_app.lua")
      app:call(("run(#%d)"):format(number))
      local diagnostic = app.diagnostics[1]
      expect(diagnostic.code).to_be("lua.error")
      expect(diagnostic.message).to_contain("(local 'self')")
      expect(diagnostic.hint).to_be(called and "call it with a colon: " .. called .. "(…)" or nil)
    end)
  end

  it("also for an entity in a test", function()
    local app = okit.launch("dots_app.lua")
    expect(function() app:model().run() end).to_fail("call it with a colon: entity:run")
  end)
end)
