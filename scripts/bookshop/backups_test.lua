-- The backups of the shop, which are protected by passwords, and the help of the book list.

local support = require "support"

local app

local function openBackups()
  app:menu():tap("Backups")
end

-- Creates a backup with the name and the password.
local function create(name, password)
  app:tap("Add")
  app.alert:type(name, "Name"):type(password, "Password"):type(password, "Confirm Password"):tap("OK")
end

support.describe("The backups", function()
  before_each(function()
    app = support.launch()
    openBackups()
  end)

  it("are created with a password, which is typed twice", { tags = "smoke" }, function()
    expect(app.screen).to_match { title = "Backups", kind = "list" }
    expect(app:rows()).to_equal {}
    app:tap("Add")
    expect(app.alert).to_match { title = "New Protected Backup", message = "Enter name and password for this Backup" }
    expect(app.alert.fields[1].text).to_be("2020-01-31T12:00:00Z")
    expect(app.alert.fields[2]).to_match { placeholder = "Password", secure = true }
    app.alert:type("Monday", "Name"):type("dune", "Password")
    expect(function() app.alert:tap("OK") end).to_fail("disabled")
    app.alert:type("spice", "Confirm Password")
    expect(function() app.alert:tap("OK") end).to_fail("disabled")
    app.alert:type("dune", "Confirm Password"):tap("OK")
    expect(app:rows()).to_equal { "Monday" }
    expect(app:row("Monday").detail).to_contain("Today")
  end)

  it("bring the books and the authors back with the right password", function()
    create("Monday", "dune")
    app:tap("Close"):row("Dune"):delete()
    app.alert:tap("Yes")
    app:model("directory").authors:clear()
    app:tab("Groups")
    openBackups()
    app:row("Monday"):tap()
    expect(app.alert).to_match { title = "Confirm Restore", message = "Enter password to restore Backup" }
    app.alert:type("dune"):tap("OK")
    expect(app.alert.title).to_be("Backup Restored")
    app.alert:tap("OK")
    expect(app.stack).to_equal { "books" }
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
    expect(app:get("directory>/authors.@count")).to_be(4)
    app:row("Dune"):tap()
    expect(app:row("Lead Author").button).to_match { title = "Frank Herbert" }
  end)

  it("change nothing with a wrong password", function()
    create("Monday", "dune")
    app:tap("Close"):row("Dune"):delete()
    app.alert:tap("Yes")
    openBackups()
    app:row("Monday"):tap()
    expect(function() app.alert:tap("OK") end).to_fail("disabled")
    app.alert:type("emma"):tap("OK")
    expect(app.alert).to_match {
      title = "Backup Not Restored", message = "Restoring Backup failed. Wrong Password?",
    }
    app.alert:tap("OK")
    expect(app.screen.name).to_be("backups")
    app:tap("Close")
    expect(app:rows()).to_equal { "Emma", "Persuasion" }
  end)

  it("bring the settings back", function()
    create("light", "x")
    app:tap("Close"):menu():tap("Settings"):cell("Dark Mode"):set(true)
    app:tap("Close")
    openBackups()
    app:row("light"):tap()
    app.alert:type("x"):tap("OK")
    expect(app.screen.theme.name).to_be("")
    app.alert:tap("OK")
    expect(app:model("settings").darkMode).to_be(false)
  end)

  it("are deleted after confirmation", function()
    create("Monday", "dune")
    create("Tuesday", "dune")
    expect(app:rows()).to_equal { "Tuesday", "Monday" }
    app:row("Tuesday"):delete()
    expect(app.alert.message).to_be("Do you really want to delete backup?")
    app.alert:tap("No")
    app:row("Tuesday"):delete()
    app.alert:tap("Yes")
    expect(app:rows()).to_equal { "Monday" }
  end)
end)

describe("In German, the backups", function()
  it("ask in German", function()
    app = support.launch("de_DE")
    app:menu():tap("Sicherungen")
    app:tap("Hinzufügen")
    expect(app.alert.title).to_be("Neue geschützte Sicherung")
    app.alert:type("Montag", "Name"):type("x", "Passwort"):type("x", "Passwort bestätigen"):tap("OK")
    app:row("Montag"):tap()
    app.alert:type("y"):tap("OK")
    expect(app.alert.title).to_be("Sicherung nicht wiederhergestellt")
    app.alert:tap("OK"):tap("Schließen")
    expect(app.stack).to_equal { "books" }
  end)
end)

describe("The help of the books", function()
  before_each(function()
    app = support.launch()
    app:tap("?")
  end)

  it("explains the buttons of the screen", { tags = "smoke" }, function()
    local targets = {}
    for i, callout in ipairs(app.screen.help) do targets[i] = callout.target or "" end
    expect(targets).to_equal { "", "Menu", "Add", "Directory", "search" }
    expect(app.screen.help[2]).to_match { element = "left:0", label = "Menu" }
  end)

  it("closes by any tap, which does nothing else", function()
    app:row("Dune"):tap()
    expect(app.screen.help).to_be(nil)
    expect(app.stack).to_equal { "books" }
  end)

  it("keeps the menu closed", function()
    expect(function() app:menu() end).to_fail("help")
    app:tap("?")
    app:menu()
    expect(app.screen.menu).not_to_be(nil)
  end)

  it("has German texts", function()
    app = support.launch("de_DE")
    app:tap("?")
    expect(app.screen.help[2]).to_match { text = "Öffnet das Menü mit den Gruppen und Einstellungen.", label = "Menü" }
    app:tap("?")
  end)
end)
