-- `okit.ModelSettings`, its controller, and the application that follows it.
describe("Settings", function()
  local app
  local function launch(options)
    options = options or {}
    return okit.launch("settings_app.lua", options)
  end
  before_each(function() app = launch() end)

  it("begin with OKit's values", function()
    local settings = app:model("settings")
    expect(settings.themeName).to_be("")
    expect(settings.darkMode).to_be(false)
    expect(settings.encryption).to_be(true)
    expect(settings.protection).to_be(true)
    expect(settings.language).to_be("en")
    expect(settings.protectionTimeout.refKey).to_be("5")
    expect(settings.protectionTimeout.ref.name).to_be("5 Minutes")
    local timeouts = {}
    for _, timeout in ipairs(settings.timeouts) do timeouts[#timeouts + 1] = timeout.id .. " " .. timeout.name end
    expect(timeouts).to_equal { "0 Immediately", "1 1 Minute", "5 5 Minutes", "10 10 Minutes" }
  end)

  it("have their names in German", function()
    app = launch { locale = "de_DE" }
    local names = {}
    for _, timeout in ipairs(app:model("settings").timeouts) do names[#names + 1] = timeout.name end
    expect(names).to_equal { "Sofort", "1 Minute", "5 Minuten", "10 Minuten" }
  end)

  it("compute dark mode from the theme, and the theme from dark mode", function()
    local settings = app:model("settings")
    settings.darkMode = true
    expect(settings.themeName).to_be("dark")
    settings.themeName = "sepia"
    expect(settings.darkMode).to_be(false)
    settings.themeName = "dark"
    expect(settings.darkMode).to_be(true)
    settings.darkMode = false
    expect(settings.themeName).to_be("")
    app:undo()
    expect(settings.darkMode).to_be(true)
    expect(function() settings.darkMode = { 1 } end).to_fail("darkMode")
  end)

  it("are stored without what is computed", function()
    app:model("settings").darkMode = true
    app:background():foreground()
    local text = app:model("settings"):snapshot()
    expect(text.darkMode).to_be(nil)
    expect(text.themeName).to_be("dark")
    expect(#text.timeouts).to_be(4)
  end)

  it("take effect at once when they are changed on their screen", function()
    app:tap("Settings")
    expect(app.screen.theme.name).to_be("")
    app:cell("Dark"):set(true)
    expect(app.screen.theme.name).to_be("dark")
    -- The content goes home with another theme.
    expect(app.stack).to_equal { "home" }
    app:tap("Settings")
    expect(app:cell("Theme").control.value).to_be("dark")
    app:cell("Theme"):type("sepia")
    expect(app.screen.theme.name).to_be("sepia")
    expect(app.screen.theme.backgroundColor).to_be("#f4ecd8")
    app:tap("Settings")
    expect(app:cell("Dark").control.value).to_be(false)
  end)

  it("choose the time-out by a reference", function()
    app:tap("Settings")
    app:row("Timeout"):tap()
    expect(app:rows()).to_equal { "Immediately", "1 Minute", "5 Minutes", "10 Minutes" }
    app:row("Immediately"):tap()
    expect(app:row("Timeout").detail).to_be("Immediately")
    app:model().notes = "secret"
    app:background()
    expect(app.screen.cover.text).to_be("Locked")
    app:foreground()
    -- The store was closed at once, so that the authenticator is asked.
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    expect(app.screen.cover).to_be(nil)
    expect(app:model().notes).to_be("secret")
  end)

  it("switch the encryption of all models in one commit", function()
    app:model().notes = "secret"
    app:background():foreground()
    app:tap("Settings")
    app:cell("Encryption"):set(false)
    app:background():relaunch()
    app:authenticate(true)
    expect(app:model().notes).to_be("secret")
    expect(app:model("settings").encryption).to_be(false)
    app:model("settings").encryption = true
    app:background():relaunch()
    app:authenticate(true)
    expect(app:model().notes).to_be("secret")
  end)

  it("leave what an application without settings of its own does", function()
    expect(app:model("settings").timeouts[1].id).to_be("0")
    expect(function() app:model("settings").timeouts[1].nam = "x" end).to_fail("name")
  end)
end)
