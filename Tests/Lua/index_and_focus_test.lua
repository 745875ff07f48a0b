describe("A tap on a title of the index", function()
  local app
  local function first() return app.screen.sections[1].header, app.screen.sections[1].rows[1].text end
  before_each(function() app = okit.launch("index_and_focus_app.lua") end)

  it.each { { "Z", "Z", "zebra" }, { "E", "É", "Émile" }, { "A", "A", "apple" }, { "B", "É", "Émile" },
    { "#", "1", "1984" } }
  ("%s scrolls to its section or the next one", function(title, header, text)
    app:tap(title)
    local found, row = first()
    expect(found).to_be(header)
    expect(row).to_be(text)
  end)

  it("moves the window of a long list", function()
    app = okit.launch("index_and_focus_app.lua", { arguments = { "many" } })
    app:tap("Z")
    expect(app.screen.total).to_be(507)
    expect(first()).to_be("Z")
    app:tap("M")
    expect(first()).to_be("M")
    expect(#app.screen.sections[1].rows).to_be(100)
    -- A search begins at the first row again.
    app:search("app")
    expect(first()).to_be("A")
  end)

  it("finds sections in any order", function()
    app:tap("descending"):tap("B")
    expect(first()).to_be("É")
    app:tap("H")
    expect(first()).to_be("Z")
  end)

  it("names a row where there is one of that text", function()
    app:set("words[5]/name", "Z")
    app:tap("Z")
    expect(app.stack).to_equal { "home", "word" }
  end)

  it("needs an index and sections", function()
    app:tap("plain")
    expect(function() app:tap("Z") end).to_fail("\"Z\"")
    app:back():tap("flat")
    expect(function() app:tap("Z") end).to_fail("no sections")
  end)
end)

describe("In edit mode the focus", function()
  local app
  local function focused()
    for _, section in ipairs(app.screen.sections) do
      for _, row in ipairs(section.rows) do
        if row.control and row.control.focused then return row.text or "note" end
      end
    end
  end
  before_each(function() app = okit.launch("index_and_focus_app.lua"):tap("apple") end)

  it("is in the first field that can be edited", function()
    expect(focused()).to_be(nil)
    app:tap("Edit")
    expect(focused()).to_be("Name")
    expect(app:cell("Name").control.focused).to_be(true)
  end)

  it("stays there until another field gets it", function()
    app:tap("Edit")
    app:cell("Name"):type("pear")
    expect(focused()).to_be("Name")
    app:cell("Note"):type("green")
    expect(focused()).to_be("Note")
  end)

  it("begins again with edit mode", function()
    app:tap("Edit")
    app:cell("Note"):type("green")
    app:tap("Done")
    expect(focused()).to_be(nil)
    app:tap("Edit")
    expect(focused()).to_be("Name")
  end)

  it("is in the first field of a form, whose keyboard opens when a field is edited", function()
    app:back():tap("form")
    expect(focused()).to_be("Name")
    expect(app.screen.keyboard).to_be(nil)
    app:next()
    expect(focused()).to_be("Name")
    app:next()
    expect(focused()).to_be("Note")
    app:doneKey()
    expect(focused()).to_be(nil)
  end)
end)
