-- OKit's rules for selections.

local app

local function launch(home, mistakes)
  app = okit.launch("rules_app.lua", { arguments = { home or "selections", mistakes } })
end

local function open(target, mistakes)
  launch(nil, mistakes)
  app:row(target):tap()
end

local function failure(code)
  local found = app.diagnostics
  expect(found).to_have_count(1)
  expect(found[1].code).to_be(code)
  return found[1]
end

describe("A selection without selectionPath", function()
  it("selects several for the dataPath of the list that opened it", function()
    launch("genresOfBook")
    app:tap("Select")
    app:row("Romance"):tap()
    app:row("Fantasy"):tap()
    expect(app:row("Romance").accessory).to_be("checkmark")
    app:close()
    expect(app:rows()).to_equal { "Fantasy", "Romance" }
  end)

  it("selects one for the reference that a detail passes", function()
    open("default of a reference")
    expect(app:row("Fantasy").accessory).to_be("checkmark")
    app:row("Romance"):tap()
    expect(app:get("books[0]/genre/ref/name")).to_be("Romance")
    expect(app:row("Romance").accessory).to_be("checkmark")
    app:row("Romance"):tap()
    expect(app:get("books[0]/genre/ref")).to_be(nil)
    app:row("Fantasy"):tap()
    app:tap("Clear")
    expect(app:get("books[0]/genre/ref")).to_be(nil)
  end)

  it("selects one for an element of a list of references", function()
    open("default of a tag")
    app:row("Romance"):tap()
    expect(app:get("books[0]/tags[0]/ref/name")).to_be("Romance")
  end)

  it("cannot select for an entity that is not a reference", function()
    open("default")
    app:row("Romance"):tap()
    expect(failure("selection.path").message).to_be("selectDefault: selectionPath: Book cannot hold a selection")
  end)

  it("cannot select without a screen that opened it", function()
    launch("selectDefault")
    local atStart = failure("selection.path")
    expect(atStart.message).to_be("selectDefault: selectionPath: there is no selectionPath to write to")
    app:row("Romance"):tap()
    -- The same mistake is not reported again.
    expect(app.diagnostics).to_have_count(1)
  end)
end)

it("Clear is the first button on the right", function()
  open("selectGenre")
  expect(app.screen.left).to_equal {}
  expect(app.screen.right).to_match { { id = "right:clear", title = "Clear" }, { title = "Add" }, { title = "Edit" } }
  app:tap("Clear")
  expect(app:get("books[0]/genre/ref")).to_be(nil)
end)

describe("autoClose", function()
  for _, case in ipairs {
    { "is false if it is not given", "selectGenre", { "selections", "selectGenre" } },
    { "as an empty text closes for a single selection", "selectGenreAndClose", { "selections" } },
    { "as an empty text stays for several", "selectGenresAndStay", { "selections", "selectGenresAndStay" } },
  } do
    it(case[1], function()
      open(case[2])
      app:row("Romance"):tap()
      expect(app.stack).to_equal(case[3])
    end)
  end
end)

describe("refType", function()
  for _, case in ipairs {
    { "selectTags", "tags", "GenreRef" }, { "selectTypedTags", "tags", "GenreRef" },
    { "selectPlainGenres", "genres", "ModelRef" },
  } do
    it("is the class of a new reference: " .. case[1], function()
      open(case[1])
      app:row("Romance"):tap()
      expect(app:get("books[0]/" .. case[2] .. "[0]/type")).to_be(case[3])
      expect(app:row("Romance").accessory).to_be("checkmark")
    end)
  end

  for _, case in ipairs {
    { "selectOtherTags", "tags holds GenreRef elements, not OtherRef", "t.list(OtherRef)" },
    { "selectTypedGenres", "genres holds ModelRef elements, not GenreRef", "t.list(GenreRef)" },
    { "selectTypedKeys", "keys holds keys, not GenreRef", "t.list(GenreRef)" },
  } do
    it("is an error if the collection cannot hold it, at the start and after a tap: " .. case[1], function()
      open(case[1], "refTypes")
      app:row("Romance"):tap()
      local found = {}
      for _, problem in ipairs(app.diagnostics) do
        expect(problem.code).to_be("selection.refType")
        if problem.message == case[1] .. ": refType: " .. case[2] then found[#found + 1] = problem end
      end
      expect(found).to_have_count(2)
      expect(found[1].hint).to_contain(case[3])
      expect(found[1].place).to_match("rules_app.lua:%d+$")
      expect(found[2].place).to_be(found[1].place)
      expect(app:row("Romance").accessory).to_be("none")
    end)
  end
end)
