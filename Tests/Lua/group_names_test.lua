-- The names of groups that a built-in function makes of a property.
describe("Groups that a function of a property names", function()
  local app
  before_each(function()
    app = okit.launch("group_names_app.lua", { timeZone = "UTC", now = "2024-06-15T12:00:00Z" })
  end)

  local function outline()
    local lines = {}
    for _, section in ipairs(app.screen.sections) do
      local texts = {}
      for _, row in ipairs(section.rows) do texts[#texts + 1] = row.text end
      lines[#lines + 1] = (section.header or "-") .. ": " .. table.concat(texts, ", ")
    end
    return lines
  end

  it("follow the day", function()
    expect(outline()).to_equal { "Today: Dune, Ulysses", "Tomorrow: Emma" }
    app.clock:advance(60)
    expect(outline()).to_equal { "Today: Dune, Ulysses", "Tomorrow: Emma" }
    app.clock:advance(86400)
    expect(outline()).to_equal { "Yesterday: Dune, Ulysses", "Today: Emma" }
    app.clock:advance(86400)
    expect(outline()).to_equal { "June 15, 2024: Dune, Ulysses", "Yesterday: Emma" }
  end)

  it("follow the property", function()
    local dune = app:model().loans[1]
    dune.due = "2024-06-16"
    expect(outline()).to_equal { "Today: Ulysses", "Tomorrow: Dune, Emma" }
    dune.due = nil
    expect(outline()).to_equal { "Today: Ulysses", "Tomorrow: Emma", "-: Dune" }
    app:undo()
    expect(outline()).to_equal { "Today: Ulysses", "Tomorrow: Dune, Emma" }
  end)

  it("follow what comes and goes", function()
    app.clock:advance(86400)
    app:model().loans:add { title = "Arcadia", due = "2024-06-17" }
    app:row("Ulysses"):delete()
    app.alert:tap("Yes")
    expect(outline()).to_equal { "Yesterday: Dune", "Today: Emma", "Tomorrow: Arcadia" }
    app.clock:advance(86400)
    expect(outline()).to_equal { "June 15, 2024: Dune", "Yesterday: Emma", "Today: Arcadia" }
  end)
end)

describe("Rows in the order of a function of a property", function()
  local app, library
  before_each(function()
    app = okit.launch("group_names_app.lua")
    library = app:model()
  end)

  local function texts()
    local found = {}
    for _, row in ipairs(app.screen.sections[1].rows) do found[#found + 1] = row.text end
    return found
  end

  it("follow what a script reads for a subclass with values of another type", function()
    library:show("items")
    expect(texts()).to_equal { "A", "3", "C" }
    library.prefix = "x"
    expect(texts()).to_equal { "A", "C", "3" }
    library.prefix = ""
    expect(texts()).to_equal { "3", "A", "C" }
  end)

  it("follow a function that a script defines later, and what it reads", function()
    library:show("words")
    expect(texts()).to_equal { "A", "b", "C" }
    library:replace()
    library.words:add { text = "D" }
    expect(texts()).to_equal { "A", "C", "D", "b" }
    library.prefix = "A"
    expect(texts()).to_equal { "b", "C", "D", "A" }
  end)
end)
