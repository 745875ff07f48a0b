-- The settings: the theme, the encryption and the protection of the shop, and its cover.

local support = require "support"

local app

local function openSettings()
  app:menu():tap("Settings")
end

-- Lets the application be in the background for some minutes.
local function leave(minutes)
  app:background()
  app.clock:advance(minutes * 60)
  app:foreground()
end

support.describe("The settings", function()
  before_each(function()
    app = support.launch()
    openSettings()
  end)

  it("are always edited", { tags = "smoke" }, function()
    expect(app.screen).to_match { title = "Settings", editing = true }
    expect(app.screen.right).to_equal {}
    expect(support.titles(app.screen.left)).to_equal { "Close" }
    expect(support.headers(app)).to_equal { "General", "Security" }
    expect(app:rows()).to_equal { "Dark Mode", "Encryption", "Protection", "Request Authorization" }
    expect(app:cell("Dark Mode").control.value).to_be(false)
    expect(app:cell("Encryption").control.value).to_be(true)
    expect(app:cell("Protection").control.value).to_be(true)
    expect(app:row("Request Authorization")).to_match { detail = "5 Minutes" }
  end)

  it("change the theme of every screen with the dark mode, at once", function()
    expect(app.screen.theme).to_match { name = "", isDark = false }
    app:cell("Dark Mode"):set(true)
    expect(app.screen.theme).to_match { name = "dark", isDark = true, backgroundColor = "#000000" }
    app:tap("Close")
    expect(app.screen.theme.name).to_be("dark")
    app:tab("Groups")
    expect(app.screen.theme.name).to_be("dark")
    support.restart(app)
    expect(app.screen.theme.name).to_be("dark")
    openSettings()
    app:cell("Dark Mode"):set(false)
    expect(app.screen.theme.backgroundColor).to_be("#ffffff")
  end)

  it("have the time-outs in a picker below their row", function()
    app:row("Request Authorization"):tap()
    local cell = app:cell("protectionTimeout")
    expect(cell.control).to_match {
      kind = "picker", options = { "Immediately", "1 Minute", "5 Minutes", "10 Minutes" }, value = 2,
    }
    cell:choose("10 Minutes")
    expect(app:row("Request Authorization")).to_match { detail = "10 Minutes" }
    expect(app:model("settings").protectionTimeout.refKey).to_be("10")
    app:model("settings").protectionTimeout = nil
    expect(app:row("Request Authorization").detail).to_be(nil)
  end)
end)

describe("Encryption", function()
  before_each(function()
    app = support.launch()
    app:background():foreground()
  end)

  it("is switched off and on, and keeps the books", function()
    openSettings()
    app:cell("Encryption"):set(false)
    support.restart(app)
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
    openSettings()
    expect(app:cell("Encryption").control.value).to_be(false)
    app:cell("Encryption"):set(true)
    app:tap("Close"):row("Emma"):quick()
    support.restart(app)
    expect(app:row("Emma")).to_match { detail = "marked" }
  end)
end)

describe("Protection", function()
  before_each(function() app = support.launch() end)

  it("covers the shop in the background, and shows it again before the time-out", { tags = "smoke" }, function()
    app:row("Dune"):tap()
    app:background()
    expect(app.screen.cover).to_equal { text = "OKit Demo App", image = "book" }
    expect(app.screen.sections).to_equal {}
    app.clock:advance(299)
    app:foreground()
    expect(app.screen.cover).to_be(nil)
    expect(app.stack).to_equal { "books", "book" }
  end)

  it("asks after the time-out, and shows the screens that were open", function()
    app:tab("Groups"):tab("Books"):row("Dune"):tap()
    leave(5)
    expect(app.screen.cover.text).to_be("OKit Demo App")
    expect(function() app:row("Dune") end).to_fail(".")
    expect(function() app:tab("Groups") end).to_fail("cover")
    expect(function() app:get("books.@count") end).to_fail("is covered")
    expect(function() app:model() end).to_fail("is covered")
    expect(app:dump()).not_to_contain("Dune")
    app:authenticate(false)
    expect(app.screen.cover.text).to_be("OKit Demo App")
    app:tap("cover"):authenticate(true)
    expect(app.stack).to_equal { "books", "book" }
    expect(app.screen.subtitle).to_be("Dune")
    app:back():tap("Menu")
    expect(app.screen.menu.name).to_be("menuGroups")
  end)

  it("follows the time-out of the settings", function()
    openSettings()
    app:row("Request Authorization"):tap():cell("protectionTimeout"):choose("Immediately")
    leave(0)
    expect(app.screen.cover.text).to_be("OKit Demo App")
    app:authenticate(true)
    expect(app.screen.name).to_be("settingsTable")
    app:cell("protectionTimeout"):choose("10 Minutes")
    leave(9)
    expect(app.screen.cover).to_be(nil)
    leave(10)
    expect(app.screen.cover.text).to_be("OKit Demo App")
    app:authenticate(true)
  end)

  it("covers the first screen of the next start, in the colors of the settings", function()
    openSettings()
    app:cell("Dark Mode"):set(true)
    app:background():terminate():relaunch()
    expect(app.screen.cover).to_equal { text = "OKit Demo App", image = "book" }
    expect(app.screen.theme.name).to_be("dark")
    app:authenticate(true)
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
  end)

  it("can be switched off", function()
    openSettings()
    app:cell("Protection"):set(false)
    leave(60)
    expect(app.screen.cover).to_be(nil)
    app:cell("Protection"):set(true)
    leave(60)
    expect(app.screen.cover.text).to_be("OKit Demo App")
    app:authenticate(true)
    expect(app:cell("Protection").control.value).to_be(true)
  end)

  it("has nothing to protect in databases, which are not encrypted", function()
    app = okit.launch("app.lua", { arguments = { "sqlite" } })
    leave(60)
    expect(app.screen.cover).to_be(nil)
    expect(app.stack).to_equal { "books" }
  end)
end)

describe("In German, the settings", function()
  it("have German texts", function()
    app = support.launch("de_DE")
    app:menu():tap("Einstellungen")
    expect(support.headers(app)).to_equal { "Allgemein", "Sicherheit" }
    expect(app:rows()).to_equal { "Dunkles Aussehen", "Verschlüsselung", "Schutz", "Anmeldung verlangen" }
    expect(app:row("Anmeldung verlangen")).to_match { detail = "5 Minuten" }
    app:cell("Dunkles Aussehen"):set(true)
    expect(app.screen.theme.name).to_be("dark")
    app:tap("Schließen")
    expect(app.screen.title).to_be("Buchladen")
  end)
end)
