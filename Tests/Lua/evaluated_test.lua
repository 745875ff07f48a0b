-- Mistakes that only an evaluation shows are reported when it happens.
describe("Mistakes in what is evaluated", function()
  local app
  before_each(function() app = okit.launch("evaluated_app.lua") end)

  local function expect_only(code, line, text)
    local diagnostics = app.diagnostics
    expect(diagnostics).to_have_count(1)
    expect(diagnostics[1].code).to_be(code)
    expect(diagnostics[1].place).to_match("evaluated_app.lua:" .. line .. "$")
    expect(diagnostics[1].text).to_contain(text)
  end

  it("are none at the start; an empty segue leads nowhere", function()
    expect(app.diagnostics).to_have_count(0)
    app:row("Dune"):tap()
    expect(app.stack).to_equal { "films" }
  end)

  it("a function that returns texts as the data of a list", function()
    app:tap("Names")
    expect(app:rows()).to_equal {}
    expect_only("list.data", 24, 'needs a list of entities, got one with String "Dune"')
  end)

  it("a path to texts of all elements", function()
    app:tap("Paths")
    expect(app:rows()).to_equal {}
    expect_only("list.data", 28, 'got one with String "Dune"')
  end)

  it("an action of More... with nothing to run", function()
    app:row("Dune"):more("Archive")
    expect_only("list.moreActions", 14, '"Archive" has nothing to run')
  end)

  it("names that are meant as constants", function()
    app:tap("Marks"):dump()
    local hints = {}
    for _, diagnostic in ipairs(app.diagnostics) do hints[diagnostic.text:match("marks: (%w+)")] = diagnostic.hint end
    expect(hints.delete).to_be('a constant is written "#no"')
    expect(hints.quickImage).to_be('a text is written "%star" (localized) or "#star"')
  end)

  it("a button with a name", function()
    app:tap("Ask")
    expect_only("lua.unknownMember", 10, "the text of a button is its title")
  end)

  for _, case in ipairs {
    { "button", 'okit.alert has no option "button" (buttons are actions = { { title = "…" } })' },
    { "mesage", 'did you mean "message"?' }, { "foo", "expected one of fields, title, message, actions" },
  } do
    it("an alert with an unknown option: " .. case[1], function()
      app:call(("alert(#%s)"):format(case[1]))
      expect_only("lua.unknownMember", 35, case[2])
    end)
  end
end)
