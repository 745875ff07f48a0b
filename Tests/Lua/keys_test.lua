-- Keys in fields that write at once: done ends the editing, cancel takes it back.
local app

local function launch(...)
  app = okit.launch("keys_app.lua", { arguments = { ... } })
  app:tap "Edit"
end

describe("Return and Escape in a detail", function()
  before_each(function() launch() end)

  it("end the editing of a field without a keyboard", function()
    app:cell("Title"):type "b":doneKey()
    expect(app:get "title").to_be "b"
    expect(app:get "log").to_be "end true "
    expect(function() app:doneKey() end).to_fail 'no field of "todo" has the focus'
    expect(app.screen.keyboard).to_be(nil)
  end)

  it("need a key for other fields, and Return one for a field of several lines", function()
    expect(function() app:next() end).to_fail '"todo" has no text field with a keyboard'
    app:cell("Title"):type "b"
    expect(function() app:next() end).to_fail 'the keyboard of "Title" has no "Next"'
    app:cell("Lines"):type "b"
    expect(function() app:doneKey() end).to_fail 'the keyboard of "Lines" has no "Done"'
  end)

  -- A field, what is typed into it one after the other, its property and the value before.
  local fields = {
    { "Title", { "b", "bc" }, "title", "a" }, { "Note", { "n" }, "note", nil }, { "Lines", { "n" }, "note", nil },
    { "Count", { "4", "5", "7" }, "count", 3 }, { "Upper", { "b", "c" }, "upper", "A" },
    { "Live", { "y", "bad" }, "live", "x" },
  }

  it.each(fields)("take back what was typed into %s", function(field, texts, path, before)
    for _, text in ipairs(texts) do app:cell(field):type(text) end
    expect(app:get(path) == before).to_be(false)
    app:cancelKey()
    expect(app:get(path)).to_be(before)
    expect(app:cell(field):error()).to_be(nil)
    expect(app:get "log").to_be "cancel true "
    expect(app.diagnostics).to_equal {}
  end)

  it("are one step of the history with what was typed", function()
    app:set("log", "x ")
    app:cell("Title"):type "b"
    app:cancelKey()
    expect(app:get "log").to_be "x cancel true "
    app:undo()
    expect(app:get "log").to_be "x "
    app:undo()
    expect(app:get "log").to_be ""
    expect(app:get "title").to_be "a"
  end)

  it("keep what something else has written, and what was typed before the editing", function()
    app:cell("Title"):type "b"
    app:tap "Reset"
    app:cancelKey()
    expect(app:get "title").to_be "reset"
    app:cell("Title"):type "c":doneKey()
    app:cell("Title"):type "d"
    app:cancelKey()
    expect(app:get "title").to_be "c"
  end)
end)

it("Return works in the field with focus of a detail", function()
  launch("ModelDetailTableController", "#true")
  app:doneKey()
  expect(app:get "log").to_be "end true "
end)

it("Escape takes back what a live field of a form has written", function()
  launch "ModelForm"
  app:cell("Live"):type "y"
  expect(app:get "live").to_be "y"
  app:cancelKey()
  expect(app:get "live").to_be "x"
  app:cell("Title"):type "b"
  app:cancelKey()
  expect(app:get "title").to_be "a"
end)
