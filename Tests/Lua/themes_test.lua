-- `okit.ModelTheme`, and what screens know of the theme.
describe("A theme", function()
  local app
  before_each(function() app = okit.launch("themes_app.lua") end)

  it("is the default one at the beginning", function()
    local theme = app.screen.theme
    expect(theme).to_match {
      name = "", isDark = false, backgroundColor = "#ffffff", textColor = "#000000", tintColor = "#007aff",
      cellColor = "#ffffff", groupedBackgroundColor = "#efeff4", statusBarStyle = "default", barStyle = "default",
    }
    expect(function() return theme.backgroundColour end).to_fail("backgroundColor")
  end)

  it("is dark as OKit's", function()
    app:set("theme", "dark")
    expect(app.screen.theme).to_match {
      name = "dark", isDark = true, backgroundColor = "#000000", cellColor = "#000000", textColor = "#ffffff",
      navBarLineColor = "#ffffff", tabBarLineColor = "#ffffff", toolBarLineColor = "#ffffff", tintColor = "#ff8000",
      activeColor = "#ff8000", accentColor = "#555555", statusBarStyle = "lightContent", barStyle = "black",
    }
  end)

  it("has the colors that a script has registered, and derives the others", function()
    app:set("theme", "sepia")
    expect(app.screen.theme).to_match {
      name = "sepia", isDark = false, backgroundColor = "#f4ecd8", cellColor = "#f4ecd8", navBarColor = "#f4ecd8",
      textColor = "#5b4636", navBarLineColor = "#e0d0b0", statusBarStyle = "darkContent", activeColor = "#007aff",
    }
    app:set("theme", "night")
    expect(app.screen.theme).to_match { isDark = true, textColor = "#ffffff", barStyle = "black" }
  end)

  it("can be registered again while it is shown", function()
    app:set("theme", "sepia")
    app:call("recolor()")
    expect(app.screen.theme.backgroundColor).to_be("#ffeedd")
  end)

  it("that is unknown is reported, and the default one applies", function()
    app:set("theme", "dark")
    app:set("theme", "sepai")
    expect(app.screen.theme.name).to_be("")
    expect(app.diagnostics[1]).to_match { code = "theme.unknown", severity = "warning" }
    expect(app.diagnostics[1].text).to_match("sepia")
    -- It applies as soon as it is registered.
    app:model():register("sepai", { backgroundColor = "#123456" })
    expect(app.screen.theme.backgroundColor).to_be("#123456")
  end)

  it.each { { "field", "backgroundColor" }, { "color", "not a color" }, { "word", "not a color" },
    { "number", "not a color" }, { "style", "black" }, { "list", "need names" }, { "function", "register" } }
  ("refuses a wrong %s", function(kind, expected)
    local ok, problem = pcall(function() app:model():misuse(kind) end)
    expect(ok).to_be(false)
    expect(tostring(problem)).to_contain(expected)
  end)

  it("is told to the application and its controllers", function()
    expect(app:get("applied")).to_be("=#ffffff ")
    expect(app:get("seen")).to_be("home: ")
    app:set("theme", "dark")
    expect(app:get("applied")).to_be("=#ffffff dark=#000000 ")
    expect(app:get("seen")).to_be("home: home:dark ")
    app:tap("More")
    app:set("theme", "")
    expect(app.screen.theme.name).to_be("")
    expect(app.stack).to_equal { "home" }
    expect(app:get("seen")).to_be("home: home:dark home: ")
  end)

  it("can be a table with a name and some of the fields", function()
    app:tap "Shop"
    expect(app.screen.theme).to_match { name = "grass", backgroundColor = "#00ff00", isDark = false }
    expect(app.diagnostics).to_equal {}
  end)

  it("stays over a hot start: it is known before the models are", function()
    app:set("theme", "dark")
    app:background():relaunch()
    expect(app.screen.theme.name).to_be("dark")
  end)

  it("comes with what the status bar does", function()
    expect(app.screen.menuHideStatusBar).to_be(true)
    expect(app.screen.cover).to_be(nil)
  end)
end)
