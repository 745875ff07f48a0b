-- okit.ModelBackupTableController and okit.ModelSecureBackupTableController: their dialogs, results and functions.
local app

local function launch(options)
  options = options or {}
  options.now = options.now or "2020-01-31T12:00:00Z"
  app = okit.launch("backups_controller_app.lua", options)
end

local function buttons(dialog)
  local titles = {}
  for _, action in ipairs(dialog.actions) do titles[#titles + 1] = action.title end
  return titles
end

local function create(name, password)
  app:tap("Add")
  app.alert:type(name, "Name")
  if password then app.alert:type(password, "Password"):type(password, "Confirm Password") end
  app.alert:tap("OK")
end

local function restore(name, password)
  app:row(name):tap()
  if password then app.alert:type(password):tap("OK") else app.alert:tap("Yes") end
end

describe("Backups", function()
  before_each(function()
    launch()
    app:tap("Plain")
  end)

  it("are created with a name, by default the time", function()
    app:tap("Add")
    expect(app.alert).to_match { title = "New Backup", message = "Enter name for this Backup" }
    expect(app.alert.fields).to_match {
      { name = "Name", placeholder = "Name", text = "2020-01-31T12:00:00Z", secure = false },
    }
    expect(buttons(app.alert)).to_equal { "OK", "Cancel" }
    app.alert:tap("OK")
    expect(app.alert).to_be(nil)
    expect(app:row("2020-01-31T120000Z").detail).to_be("Today, 12:00 PM")
    app:tap("Add")
    app.alert:tap("Cancel")
    expect(app:rows()).to_have_count(1)
  end)

  it("have names that files can have", function()
    for _, name in ipairs { "", "  ", "/", "..", "../..", "\u{202E}", "\n", "?*" } do
      app:tap("Add")
      app.alert:type(name)
      expect(function() app.alert:tap("OK") end).to_fail("disabled")
      app.alert:tap("Cancel")
    end
    for name, cleaned in pairs {
      ["../../etc/passwd"] = "etcpasswd", [" two words "] = "two words", [".hidden"] = "hidden",
      ["a\u{202E}b\0\tc"] = "abc",
      ["Größe: 1"] = "Größe 1", ["日本"] = "日本", ["x.okitbackup"] = "x.okitbackup",
      ["\u{1F469}\u{200D}\u{1F680}"] = "\u{1F469}\u{200D}\u{1F680}",
    } do
      create(name)
      expect(app:row(cleaned).text).to_be(cleaned)
    end
    create(("x"):rep(200))
    expect(app.diagnostics[1].message).to_be("the name of the backup is too long")
  end)

  it("are listed with the newest first, also those that something else has created", function()
    create("first")
    app.clock:advance(3600)
    create("second")
    expect(app:rows()).to_equal { "second", "first" }
    expect(app:row("second").detail).to_be("Today, 1:00 PM")
    app.clock:advance(86400)
    expect(app:row("second").detail).to_be("Yesterday, 1:00 PM")
    app:refresh()
    expect(app:rows()).to_equal { "second", "first" }
  end)

  it("have different names", function()
    create("one")
    create("one")
    expect(app.diagnostics[1]).to_match { code = "backup.exists", message = 'a backup "one" exists already' }
    expect(app:rows()).to_have_count(1)
  end)

  it("are restored after a question, and then the home is shown", function()
    create("one")
    app:set("motto", "second")
    app:row("one"):tap()
    expect(app.alert).to_match { title = "Confirm Restore", message = "Do you really want to restore backup?" }
    expect(buttons(app.alert)).to_equal { "Yes", "No" }
    app.alert:tap("No")
    expect(app:get("motto")).to_be("second")
    restore("one")
    expect(app.alert).to_match { title = "Backup Restored", message = "Backup was successfully restored." }
    expect(buttons(app.alert)).to_equal { "OK" }
    app.alert:tap("OK")
    expect(app.stack).to_equal { "home" }
    expect(app.screen.title).to_be("first")
    app:tap("Plain")
    expect(app:rows()).to_equal { "before-restore-2020-01-31T12-00-00Z", "one" }
    restore("before-restore-2020-01-31T12-00-00Z")
    app.alert:tap("OK")
    expect(app.screen.title).to_be("second")
    app:relaunch()
    expect(app.screen.title).to_be("second")
  end)

  it("are deleted after a question", function()
    create("one")
    app:row("one"):delete()
    expect(app.alert).to_match { title = "Confirm Deletion", message = "Do you really want to delete backup?" }
    expect(buttons(app.alert)).to_equal { "Yes", "No" }
    app.alert:tap("No")
    expect(app:rows()).to_equal { "one" }
    app:row("one"):delete()
    app.alert:tap("Yes")
    expect(app:rows()).to_equal {}
  end)

  it("can be restored and deleted only while they exist", function()
    create("one")
    app:row("one"):tap()
    app.alert:tap("No")
    local row = app:row("one")
    row:delete()
    app.alert:tap("Yes")
    expect(function() row:tap() end).to_fail("one")
  end)

  it("are covered while the secure store is closed", function()
    create("one")
    app:call("close_store()")
    expect(app.screen.cover).not_to_be(nil)
    expect(function() app:row("one"):tap() end).to_fail("cover")
    app:authenticate(true)
    expect(app:rows()).to_equal { "one" }
  end)

  it("of other programs: folders can be restored, and damaged files are reported", function()
    launch { documents = "backups_documents" }
    app:tap("Plain")
    expect(app:rows()).to_equal { "broken", "phone" }
    restore("broken")
    expect(app.alert.title).to_be("Backup Not Restored")
    app.alert:tap("OK")
    expect(app.diagnostics[1]).to_match { code = "backup.damaged" }
    expect(app.diagnostics[1].message).to_contain('"broken" is damaged')
    expect(app.stack).to_equal { "home", "plain" }
    restore("phone")
    app.alert:tap("OK")
    expect(app.screen.title).to_be("from the phone")
  end)
end)

describe("Secure backups", function()
  before_each(function()
    launch()
    app:tap("Secure")
  end)

  it("are created with a password that is typed twice", function()
    app:tap("Add")
    expect(app.alert).to_match { title = "New Protected Backup", message = "Enter name and password for this Backup" }
    expect(app.alert.fields).to_match {
      { name = "Name", text = "2020-01-31T12:00:00Z", secure = false },
      { name = "Password", placeholder = "Password", secure = true },
      { name = "Confirm Password", placeholder = "Confirm Password", secure = true },
    }
    local function is_enabled() return app.alert.actions[1].enabled end
    expect(is_enabled()).to_be(false)
    app.alert:type("s3cret", "Password")
    expect(is_enabled()).to_be(false)
    app.alert:type("s3cre", "Confirm Password")
    expect(is_enabled()).to_be(false)
    app.alert:type("s3cret", "Confirm Password")
    expect(is_enabled()).to_be(true)
    app.alert:type("/", "Name")
    expect(is_enabled()).to_be(false)
    app.alert:type("one", "Name")
    expect(app:dump()).not_to_contain("s3cret")
    app.alert:tap("OK")
    expect(app:rows()).to_equal { "one" }
  end)

  it("are restored with their password", function()
    create("one", "pass")
    app:set("motto", "second")
    app:row("one"):tap()
    expect(app.alert).to_match { title = "Confirm Restore", message = "Enter password to restore Backup" }
    expect(app.alert.fields).to_match { { name = "Password", placeholder = "Password", secure = true } }
    expect(buttons(app.alert)).to_equal { "OK", "Cancel" }
    expect(app.alert.actions[1].enabled).to_be(false)
    app.alert:type("wrong"):tap("OK")
    expect(app.alert).to_match { title = "Backup Not Restored", message = "Restoring Backup failed. Wrong Password?" }
    app.alert:tap("OK")
    expect(app.diagnostics).to_equal {}
    expect(app.stack).to_equal { "home", "secure" }
    expect(app:get("motto")).to_be("second")
    restore("one", "pass")
    expect(app.alert.title).to_be("Backup Restored")
    app.alert:tap("OK")
    expect(app.screen.title).to_be("first")
    expect(app.stack).to_equal { "home" }
  end)

  it("stand beside plain ones, which have no password", function()
    create("one", "pass")
    restore("one", "pass")
    app.alert:tap("OK")
    app:tap("Secure")
    app:row("before-restore-2020-01-31T12-00-00Z"):tap()
    expect(app.alert.message).to_be("Do you really want to restore backup?")
    app.alert:tap("No")
    app:back():tap("Plain"):row("one"):tap()
    expect(app.alert.message).to_be("Enter password to restore Backup")
    app.alert:tap("Cancel")
  end)

  it("are deleted without their password", function()
    create("one", "pass")
    app:row("one"):delete()
    app.alert:tap("Yes")
    expect(app:rows()).to_equal {}
  end)
end)

describe("In German, the dialogs of backups", function()
  before_each(function() launch { locale = "de_DE" } end)

  it("ask for a name, and before restoring and deleting", function()
    app:tap("Plain"):tap("Hinzufügen")
    expect(app.alert).to_match { title = "Neue Sicherung", message = "Name für diese Sicherung eingeben" }
    app.alert:type("eins", "Name"):tap("OK")
    expect(app:row("eins").detail).to_match("^Heute")
    app:row("eins"):delete()
    expect(app.alert).to_match {
      title = "Löschen bestätigen", message = "Soll die Sicherung wirklich gelöscht werden?",
    }
    expect(buttons(app.alert)).to_equal { "Ja", "Nein" }
    app.alert:tap("Nein")
    app:row("eins"):tap()
    expect(app.alert).to_match {
      title = "Wiederherstellen bestätigen", message = "Soll die Sicherung wirklich wiederhergestellt werden?",
    }
    app.alert:tap("Ja")
    expect(app.alert).to_match {
      title = "Sicherung wiederhergestellt", message = "Die Sicherung wurde erfolgreich wiederhergestellt.",
    }
    app.alert:tap("OK")
  end)

  it("ask for passwords", function()
    app:tap("Secure"):tap("Hinzufügen")
    expect(app.alert).to_match {
      title = "Neue geschützte Sicherung", message = "Name und Passwort für diese Sicherung eingeben",
    }
    app.alert:type("eins", "Name"):type("a", "Passwort"):type("a", "Passwort bestätigen"):tap("OK")
    app:row("eins"):tap()
    expect(app.alert.message).to_be("Passwort eingeben, um die Sicherung wiederherzustellen")
    expect(buttons(app.alert)).to_equal { "OK", "Abbrechen" }
    app.alert:type("b", "Passwort"):tap("OK")
    expect(app.alert).to_match {
      title = "Sicherung nicht wiederhergestellt",
      message = "Das Wiederherstellen der Sicherung ist fehlgeschlagen. Falsches Passwort?",
    }
    app.alert:tap("OK")
  end)
end)

describe("Functions of backups", function()
  local function calls() return app:get("log>calls") end
  local function override(functions, class)
    launch { arguments = { functions }, documents = true }
    app:tap(class or "Secure")
  end

  it("are called, and call the inherited ones", function()
    override(
      "onAddTap=call onDelete=call onRowTap=call onTap=call onRefresh=call refreshTriggered=call updateData=call "
        .. "createBackup=call restoreBackup=call deleteBackup=call",
      "Plain")
    create("one")
    expect(calls()).to_be("updateData() onAddTap() createBackup(one) ")
    app:set("log>calls", "")
    app:refresh()
    expect(calls()).to_be("onRefresh() refreshTriggered() updateData() ")
    app:set("log>calls", "")
    app:row("one"):delete()
    app.alert:tap("No")
    restore("one")
    app.alert:tap("OK")
    expect(calls()).to_match("^onDelete%(one%) onRowTap%(one%) onTap%(one%) restoreBackup%(one%) ")
    app:tap("Plain")
    app:set("log>calls", "")
    app:row("one"):delete()
    app.alert:tap("Yes")
    expect(calls()).to_match("^onDelete%(one%) deleteBackup%(one%) ")
    expect(app:rows()).to_equal { "before-restore-2020-01-31T12-00-00Z" }
  end)

  it("get the folders of the exported state and of the backup", function()
    override("createBackup=call restoreBackup=call deleteBackup=call dataToBackup=call backupToData=call")
    create("one", "pass")
    expect(calls()).to_be("createBackup(one,pass) dataToBackup(export,backup/one,one,pass) ")
    app:set("log>calls", "")
    app:set("motto", "second")
    restore("one", "wrong")
    expect(app.alert.title).to_be("Backup Not Restored")
    app.alert:tap("OK")
    restore("one", "pass")
    app.alert:tap("OK")
    expect(calls()).to_be(
      "restoreBackup(one,wrong) backupToData(backup/one,export,one,wrong) "
        .. "restoreBackup(one,pass) backupToData(backup/one,export,one,pass) ")
    expect(app.screen.title).to_be("first")
  end)

  it("can refuse", function()
    override("dataToBackup=refuse")
    create("one", "pass")
    expect(app:rows()).to_equal {}
    for _, name in ipairs { "restoreBackup", "backupToData" } do
      override(name .. "=refuse")
      create("one", "pass")
      restore("one", "pass")
      expect(app.alert.title).to_be("Backup Not Restored")
      app.alert:tap("OK")
    end
  end)

  it("can restore what they have put into the folder for exports", function()
    override("backupToData=export")
    create("one", "pass")
    app:set("motto", "second")
    restore("one", "any")
    expect(app.alert.title).to_be("Backup Restored")
    app.alert:tap("OK")
    expect(app.screen.title).to_be("second")
    override("backupToData=skip")
    create("one", "pass")
    restore("one", "any")
    expect(app.alert.title).to_be("Backup Not Restored")
    app.alert:tap("OK")
    expect(app.diagnostics[1].code).to_be("import.missing")
  end)

  it("leave nothing unencrypted behind, also when they fail", function()
    for _, does in ipairs { "dataToBackup=fail", "dataToBackup=refuse", "dataToBackup=wait", "dataToBackup=skip" } do
      override(does)
      create("one", "pass")
      local _ = app.diagnostics
      expect(function() app:model():import() end).to_fail("okit/export has no document")
    end
    for _, does in ipairs { "backupToData=fail", "backupToData=export" } do
      override(does)
      create("one", "pass")
      restore("one", "pass")
      if app.alert then app.alert:tap("OK") end
      local _ = app.diagnostics
      expect(function() app:model():import() end).to_fail("okit/export has no document")
    end
  end)

  it("report their errors", function()
    for name, message in pairs {
      ["dataToBackup=fail"] = "dataToBackup fails", ["createBackup=fail"] = "createBackup fails",
      ["dataToBackup=wait"] = "cannot wait here",
    } do
      override(name)
      create("one", "pass")
      expect(app.diagnostics[1].message).to_contain(message)
      expect(app:rows()).to_equal {}
    end
    override("deleteBackup=fail")
    create("one", "pass")
    app:row("one"):delete()
    app.alert:tap("Yes")
    expect(app.diagnostics[1].message).to_be("deleteBackup fails")
    expect(app:rows()).to_equal { "one" }
    override("restoreBackup=fail")
    create("one", "pass")
    restore("one", "pass")
    expect(app.diagnostics[1].message).to_be("restoreBackup fails")
    expect(app.alert).to_be(nil)
  end)

  it("may wait where nothing needs their result at once", function()
    override("createBackup=wait")
    create("one", "pass")
    app.clock:advance(1)
    expect(app:rows()).to_equal {}
    expect(app.diagnostics).to_equal {}
  end)
end)
