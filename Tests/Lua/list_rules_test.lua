-- OKit's rules for lists.

local function launch(home, options)
  options = options or {}
  options.arguments = { home }
  return okit.launch("rules_app.lua", options)
end

describe("A row has swipe actions outside edit mode only if both edit and editEnabled hold:", function()
  for _, case in ipairs {
    { "both", "books", { { "Delete", "More..." }, { "Delete", "More..." } } },
    { "edit is false", "fixed", { {}, {} } },
    { "editEnabled is false for a row", "someFixed", { { "Delete" }, {} } },
    { "edit is false, but the list is always in edit mode", "alwaysEdited", { { "Delete" }, { "Delete" } } },
  } do
    it(case[1], function()
      local app = launch(case[2])
      for index, titles in ipairs(case[3]) do expect(app:row(index).trailing).to_equal(titles) end
    end)
  end

  it("and cannot be deleted without", function()
    for _, home in ipairs { "fixed", "someFixed" } do
      local ok, problem = pcall(function() launch(home):row("C++"):delete() end)
      expect(ok).to_be(false)
      expect(problem.code).to_be("action.impossible")
    end
  end)
end)

describe("The dialog of addName", function()
  it("trims the text", function()
    local app = launch("books")
    app:tap("Add").alert:type(" \t The  Trial \n"):tap("OK")
    expect(app:rows()[1]).to_be("The  Trial")
  end)

  it("needs more than white space", function()
    local app = launch("books"):tap("Add")
    for text, enabled in pairs { [""] = false, ["  \t\n"] = false, ["\u{a0}"] = false, [" x"] = true } do
      app.alert:type(text)
      expect(app.alert.actions[1].enabled).to_be(enabled)
    end
    app.alert:tap("Cancel")
  end)

  it("names the class of the collection if the list has no type", function()
    local app = launch("books"):tap("Add")
    expect(app.alert).to_match { title = "New Book", message = "Enter name for this Book" }
    app.alert:type("Emma"):tap("OK")
    expect(app:get("books[0]/type")).to_be("Book")
  end)
end)

it("The More... sheet has the text of the row as its title and asks to select an action", function()
  for locale, texts in pairs {
    en_US = { "Select an action", "Cancel" }, de_DE = { "Aktion auswählen", "Abbrechen" },
  } do
    local app = launch("books", { locale = locale })
    app:row("Dune"):more()
    expect(app.sheet).to_match { title = "Dune", message = texts[1] }
    app.sheet:tap(texts[2])
  end
end)

describe("Scopes as storyboards write them", function()
  it("are texts if they are the names of nothing, without a diagnostic", function()
    local app = launch("scoped")
    expect(app.screen.search.scopes).to_equal { "All", "Manual", "Comic book", "Novel" }
    expect(app:filter("Manual"):rows()).to_equal { "C++" }
    expect(app:filter("Comic book"):rows()).to_equal {}
    expect(app.diagnostics).to_have_count(0)
  end)

  it("are bindings if they name a property, also in a list", function()
    expect(launch("scopedByProperty").screen.search.scopes).to_equal { "All", "Fiction", "Manual" }
  end)
end)

it("A search text of which normalization leaves nothing is compared as it is", function()
  local app = launch("books")
  for _, case in ipairs {
    { "+", { "C++" } }, { "++", { "C++" } }, { "+++", {} }, { "c", { "C++" } }, { "c+", { "C++" } }, { "!", {} },
    { "", { "Dune", "C++" } },
  } do
    expect(app:search(case[1]):rows()).to_equal(case[2])
  end
end)

describe("The screen of a long list", function()
  it("has total and from beside its sections", function()
    local screen = launch("many").screen
    expect(screen.total).to_be(250)
    expect(screen.from).to_be(0)
    expect(screen.sections[1].rows).to_have_count(100)
  end)

  it("has neither if it holds all rows", function()
    local screen = launch("books").screen
    expect(screen.total).to_be(nil)
    expect(screen.from).to_be(nil)
  end)
end)
