-- A storyboard as a part of an application: what its elements become, and what a script changes.

local function launch(case) return okit.launch("films_app.lua", { arguments = { case } }) end

describe("A storyboard", function()
  local app
  before_each(function() app = launch() end)

  it("has the controller inside the application's as its home, with tabs in order", function()
    expect(app.screen).to_match { kind = "list", name = "films" }
    expect(app.screen.tabs).to_match {
      { title = "Films", image = "film", badge = "2", selected = true }, { title = "About", selected = false },
    }
  end)

  it("gives a list its title, prompt, buttons and rows", function()
    expect(app.screen).to_match { title = "Films, all", prompt = "Cinema" }
    expect(app.screen.right[#app.screen.right]).to_match { title = "Trash", image = "trash" }
    expect(app:rows()).to_equal { "Alien", "Brazil" }
    expect(app:row("Alien")).to_match { image = "film", ribbon = "#ff0000", accessory = "disclosure" }
  end)

  it("reads values of all types", function()
    app:tap("Add")
    app.alert:type("Casablanca"):tap("OK")
    expect(app:rows()).to_equal { "Alien", "Brazil", "Casablanca" }
  end)

  it("runs the action of a button", function()
    app:tap("Trash")
    expect(app:rows()).to_equal {}
  end)

  it("has the labels of a help view as callouts", function()
    app:tap("?")
    expect(app.screen.help[1].text).to_be("Films that you have seen")
    expect(app:dump()).to_contain("All about films")
    app:tap("?")
  end)

  it("has static sections, with the settings of native controls", function()
    app:row("Alien"):tap()
    expect(app.stack).to_equal { "films", "film" }
    expect(app.screen.sections[1]).to_match { header = "General", footer = "As in the credits" }
    app:tap("Edit")
    expect(app:cell("Name of the film").control).to_match { placeholder = "Name of the film", value = "Alien" }
    expect(app:cell("Stars").control).to_match { min = 1, max = 5, step = 2, value = 4 }
    expect(app:row("About").accessory).to_be("checkmark")
  end)

  it("closes a screen with an unwind segue", function()
    app:row("Alien"):tap():tap("Back to all")
    expect(app.stack).to_equal { "films" }
  end)

  it("presents a controller", function()
    app:row("Alien"):tap():row("About"):tap()
    expect(app.screen).to_match { kind = "views", name = "about", title = "About" }
  end)

  it("has labels and buttons", function()
    app:tab("About")
    expect(app.screen.views).to_match { { text = "Films 1.0" }, { text = "Licence" } }
    app:tap("Licence")
    expect(app.screen.title).to_be("Licence")
  end)

  it("warns of an attribute without effect, with its line", function()
    local line
    for _, entry in ipairs(app.log) do line = line or entry.message:match("Films.storyboard:(%d+:%d+): .*onPath") end
    expect(line).to_be("112:97")
  end)
end)

describe("A script with a storyboard", function()
  for _, case in ipairs { "before", "after" } do
    it("gives a controller a property, which takes precedence: " .. case, function()
      local app = launch(case)
      expect(app.screen).to_match { title = "Own title", prompt = "Cinema" }
      expect(app:rows()).to_equal { "Alien", "Brazil" }
      app:tap("Trash")
      expect(app:rows()).to_equal {}
    end)
  end

  it("takes a property away with an empty text", function()
    local app = launch("after"):tap("Add")
    expect(app.alert).to_be(nil)
    expect(#app:rows()).to_be(3)
  end)

  it("inherits from a class of the script below the storyboard", function()
    local app = launch("subclass")
    expect(app.screen).to_match { title = "Films, all!", prompt = "Cinema" }
    expect(app.screen.right[1].title).not_to_be("Add")
  end)

  it("reads several storyboards, which refer to each other and to its classes", function()
    local app = launch("more")
    app:call("openBest()")
    expect(app.screen).to_match { name = "best", title = "The best!" }
    expect(app.screen.right[1].title).not_to_be("Add")
    app:row("Brazil"):tap()
    expect(app.stack).to_equal { "films", "best", "film" }
  end)

  for case, message in pairs {
    ["wrong class"] = "extends ModelDetailTableController in the script, but is a ModelListTableController",
    ["twice"] = "films_app.lua:28",
    ["storyboard twice"] = "already defined",
    ["around itself"] = "Films.storyboard:41:17",
  } do
    it("fails: " .. case, function() expect(function() launch(case) end).to_fail(message) end)
  end
end)
