describe("TodoMVC", function()
  local app
  before_each(function() app = okit.launch("todomvc.lua") end)

  local function add(...)
    for _, title in ipairs { ... } do
      app:cell("What needs to be done?"):type(title)
      app:doneKey()
    end
  end
  local function toggle(title) app:row(title):accessory() end
  local function open(title) app:row(title):tap() end
  -- The todos that are shown, as `☐ Buy milk`.
  local function todos()
    local texts = {}
    for i, title in ipairs(app:rows()) do texts[i] = app:row(title).button.title .. " " .. title end
    return table.concat(texts, ", ")
  end

  describe("a new todo", function()
    it("is appended with its text trimmed, and the field is empty for the next one", function()
      add("Buy milk", "  Feed the cat  ", "Read")
      expect(app:rows()).to_equal { "Buy milk", "Feed the cat", "Read" }
      expect(app:cell("What needs to be done?").control).to_match { value = "", focused = true }
    end)

    it("has a text", function()
      add("", "   ")
      expect(app:rows()).to_equal {}
      expect(app.screen.toolbar).to_have_count(0)
    end)
  end)

  it("is completed, and active again", function()
    add("Buy milk", "Read")
    toggle("Read")
    expect(todos()).to_be("☐ Buy milk, ☑ Read")
    toggle("Read")
    expect(todos()).to_be("☐ Buy milk, ☐ Read")
  end)

  it("is completed with all others, or active if all are completed", function()
    add("Buy milk", "Read")
    toggle("Read")
    app:tap("Toggle all")
    expect(todos()).to_be("☑ Buy milk, ☑ Read")
    app:tap("Toggle all")
    expect(todos()).to_be("☐ Buy milk, ☐ Read")
  end)

  it("is deleted by a swipe", function()
    add("Buy milk", "Read")
    app:row("Buy milk"):delete()
    expect(app:rows()).to_equal { "Read" }
    app:undo()
    expect(app:rows()).to_equal { "Buy milk", "Read" }
  end)

  describe("editing", function()
    before_each(function() add("Buy milk", "Read") end)

    it.each { { "doneKey" }, { "close" } } ("keeps the trimmed text with %s", function(leave)
      open("Read")
      app:cell("Title"):type("  Read a book ")
      app[leave](app)
      expect(app.stack).to_equal { "todos" }
      expect(app:rows()).to_equal { "Buy milk", "Read a book" }
    end)

    it.each { { "" }, { "   " } } ("deletes a todo with the text '%s'", function(text)
      open("Read")
      app:cell("Title"):type(text)
      app:doneKey()
      expect(app.stack).to_equal { "todos" }
      expect(app:rows()).to_equal { "Buy milk" }
      app:undo()
      expect(app:rows()).to_equal { "Buy milk", "Read" }
    end)

    it("is cancelled by Escape", function()
      open("Read")
      app:cell("Title"):type("Write")
      app:cancelKey()
      expect(app.stack).to_equal { "todos" }
      expect(app:rows()).to_equal { "Buy milk", "Read" }
    end)
  end)

  it("counts what is left", function()
    local counts = {}
    for i, title in ipairs { "Buy milk", "Read" } do
      add(title)
      counts[i] = app.screen.subtitle
    end
    app:tap("Toggle all")
    counts[3] = app.screen.subtitle
    expect(counts).to_equal { "1 item left", "2 items left", "0 items left" }
  end)

  it("clears what is completed, with a button that is there only then", function()
    add("Buy milk", "Read")
    expect(function() app:tap("Clear completed") end).to_fail("no .* matches")
    toggle("Buy milk")
    app:tap("Clear completed")
    expect(app:rows()).to_equal { "Read" }
    expect(function() app:tap("Clear completed") end).to_fail("no .* matches")
  end)

  describe("a filter", function()
    before_each(function()
      add("Buy milk", "Read")
      toggle("Read")
    end)

    it.each { { "All", { "Buy milk", "Read" } }, { "Active", { "Buy milk" } }, { "Completed", { "Read" } } } (
      "shows %s", function(filter, rows)
        app:filter(filter)
        expect(app:rows()).to_equal(rows)
      end)

    it("hides what no longer fits", function()
      app:filter("Active")
      toggle("Buy milk")
      expect(app:rows()).to_equal {}
      app:tap("Toggle all")
      expect(app:rows()).to_equal { "Buy milk", "Read" }
    end)
  end)

  it("has its todos and its filter again after a relaunch", function()
    add("Buy milk", "Read")
    toggle("Read")
    app:filter("Completed")
    app:background():relaunch()
    expect(todos()).to_be("☑ Read")
    expect(app.screen.search).to_match { scope = 2 }
    app:filter("All")
    expect(todos()).to_be("☐ Buy milk, ☑ Read")
  end)
end)
