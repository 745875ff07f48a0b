-- Backups as a script uses them. Tests/OKitBackupTests checks their files, Tests/OKitRunTests the command.
describe("A backup", function()
  local app
  before_each(function()
    app = okit.launch("backup_app.lua")
    app:transaction(function()
      local shelf = app:model()
      shelf.books:add { id = "one", title = "Emma", cover = { id = "c", data = "\0bytes", format = "image/png" } }
      shelf.chapters:add { id = "p", chapter = { id = "p1", text = "Once upon a time" } }
      shelf.motto = "first"
    end)
    app:model():create("first")
  end)

  local function expect_first()
    local shelf = app:model()
    expect(shelf.motto).to_be("first")
    expect(app:rows()).to_equal { "Emma" }
    expect(shelf.books[1].cover.data).to_be("\0bytes")
    expect(shelf.chapters[1].chapter.text).to_be("Once upon a time")
  end

  local function change()
    app:transaction(function()
      local shelf = app:model()
      shelf.motto = "second"
      shelf.books[1].title = "Persuasion"
      shelf.books[1].cover.data = "other"
      shelf.books:add { id = "two", title = "Middlemarch", cover = { id = "d", data = "more", format = "image/png" } }
      shelf.chapters[1].chapter.text = "The end"
    end)
  end

  it("brings the models and their parts back, on the screen and after a relaunch", function()
    change()
    app:model():restore("first")
    expect_first()
    app:background():relaunch()
    expect_first()
  end)

  it("keeps the state before it", function()
    change()
    app:model():restore("first")
    app:model():restoreNewest()
    expect(app:rows()).to_equal { "Persuasion", "Middlemarch" }
    expect(app:model().books[1].cover.data).to_be("other")
    expect(app:model().books[2].cover.data).to_be("more")
    expect(app:model().chapters[1].chapter.text).to_be("The end")
  end)

  it("is stored again after a change", function()
    change()
    app:model():restore("first")
    app:model().motto = "third"
    app:background():relaunch()
    expect(app:model().motto).to_be("third")
    expect(app:rows()).to_equal { "Emma" }
  end)

  it("folds the journal of a large model in", function()
    local shelf = app:model()
    shelf.long = ("long "):rep(20000)
    app:background():foreground()
    shelf.motto = "in the journal"
    app:background():foreground()
    app:model():create("large")
    change()
    app:background():foreground()
    app:model():restore("large")
    expect(app:model().motto).to_be("in the journal")
    app:model().motto = "again"
    app:background():relaunch()
    expect(app:model().motto).to_be("again")
    expect(#app:model().long).to_be(100000)
  end)

  it("makes a model that it does not have as a new one", function()
    app:model():register("notes")
    app:model("notes").text = "kept"
    app:background():foreground()
    app:model():restore("first")
    expect(app:model("notes").text).to_be("empty")
    app:model():restoreNewest()
    expect(app:model("notes").text).to_be("kept")
  end)

  it("clears the undo history", function()
    change()
    app:model():restore("first")
    expect(function() app:undo() end).to_fail "there is nothing to undo"
    expect_first()
  end)

  it("closes the screens of entities that it does not have", function()
    change()
    app:tap("Middlemarch")
    app:model():restore("first")
    expect(app.screen.title).to_be("Shelf")
    expect_first()
  end)

  it("is listed with its time, the newest first", function()
    app.clock:advance(60)
    app:model():create("second", "a passphrase")
    expect(app:model():backups()).to_match("^second [^\n]+ true true\nfirst [^\n]+ false true$")
    app:model():delete("first")
    expect(app:model():backups()).to_match("^second [^\n]+ true true$")
  end)

  it("is encrypted with a passphrase", function()
    app:model():create("secret", "a passphrase")
    change()
    for _, passphrase in ipairs { "wrong", "" } do
      expect(function() app:model():restore("secret", passphrase) end).to_fail "passphrase"
    end
    expect(app:model().motto).to_be("second")
    app:model():verify("secret", "a passphrase")
    app:model():restore("secret", "a passphrase")
    expect_first()
  end)

  it("has encrypted models", function()
    app:model():register("secret")
    app:model("secret").text = "known"
    app:model():create("with a secret")
    app:model("secret").text = "changed"
    app:background():foreground()
    app:model():restore("with a secret")
    expect(app:model("secret").text).to_be("known")
    app:model():restore("first")
    expect(app:model("secret").text).to_be("unknown")
    app:model("secret").text = "new"
    app:background():foreground()
    app:model():restore("with a secret")
    expect(app:model("secret").text).to_be("known")
  end)

  it("explains mistakes", function()
    local shelf = app:model()
    expect(function() shelf:create("first") end).to_fail "a backup \"first\" exists already"
    expect(function() shelf:create("") end).to_fail "the name of the backup is empty"
    expect(function() shelf:restore("frist") end).to_fail "no backup \"frist\""
    expect(function() shelf:restore("first", "x") end).to_fail "is not encrypted"
    expect(function() shelf:delete("frist") end).to_fail "no backup \"frist\""
    expect(function() shelf:verify(nil) end).to_fail "name of a backup"
  end)

  it("is not restored by a turn that fails", function()
    change()
    expect(function() app:model():restoreAndFail() end).to_fail "the turn fails"
    expect(app:model().motto).to_be("second")
  end)
end)
