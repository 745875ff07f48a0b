import OKitTestSupport
import Testing

/// The commands for what a screen offers, and the names in them.
@Suite struct UserCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Song = okit.ModelEntity:extend("Song", { name = "", loud = false, key = 0 })
      function Song:info() okit.log.info("info about " .. self.name) end
      local Box = okit.Model:extend("Box", { songs = t.list(Song), signedIn = "" })
      function Box:signIn()
        okit.alert {
          title = "Sign In", fields = { { name = "user" }, { name = "pass", secure = true } },
          actions = {
            { title = "OK", tap = function(texts) self.signedIn = texts[1] .. "/" .. texts[2] end }, { title = \
      "Cancel" },
          },
        }
      end
      okit.Model.initialize(function()
        local box = okit.Model.register(Box)
        if #box.songs > 0 then return end
        for _, name in ipairs { "Bobby Brown", "Ben", "Ode to Bob", "1" } do box.songs:add { name = name } end
        for i = 5, tonumber(okit.arguments[1] or 4) do box.songs:add { name = "Song " .. i } end
      end)
      okit.ModelListTableController:extend("songs", {
        type = "Song", dataPath = "songs", titlePath = "#Songs", reorder = true,
        right = { okit.ModelBarButtonItem { title = "#Sign", tap = "signIn()", accessibilityLabel = "#Log in here" } },
        cell = okit.ModelTableCell { path = "name", segue = "song", accyPath = "#detail", accyTap = "info()" },
      })
      okit.ModelDetailTableController:extend("song", {
        titlePath = "name", editAlways = true,
        sections = { { cells = {
          okit.ModelTableCell { path = "#About" },
          okit.ModelTextCell { path = "#Name", textPath = "name" },
          okit.ModelSwitchCell { path = "#Loud", onPath = "loud" },
          okit.ModelSegmentCell { path = "#Key", selectIndexPath = "key", segmentsPath = "#major,#minor" },
        } } },
      })
      local player = okit.ModelDetailTableController:extend("player", {
        titlePath = "name",
        sections = { { cells = { okit.ModelTableCell { path = "#Go", segue = "song" } } } },
      })
      function player:close()
        if self.context.loud then return self.super.close(self) end
        self.context.loud = true
      end
      """
    ])
  }

  private func run(_ commands: String, _ more: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--documents", "d", "--exec", commands] + more, in: folder)
  }

  // MARK: Commands

  @Test(arguments: [
    ("call signIn; alert user = a, pass = b > OK; get signedIn", "a/b\n"),
    ("call signIn; alert user = a, b, pass = \"c, d = e\" > OK; get signedIn", "a, b/c, d = e\n"),
    ("call signIn; type USER = a; set pass = b; clear user; tap OK; get signedIn", "/b\n"),
    ("tap Edit; move Ben > before 1; get songs.name", #"["Ben","Bobby Brown","Ode to Bob","1"]"# + "\n"),
    ("tap Edit; move Ben > after Ode to Bob; get songs.name", #"["Bobby Brown","Ode to Bob","Ben","1"]"# + "\n"),
    ("tap Edit; move \"1\" > after 1; get songs.name", #"["Bobby Brown","1","Ben","Ode to Bob"]"# + "\n"),
    ("eval okit.present('song', okit.Model.get().songs[1]); stack; close; stack", "songs\nsong\nsongs\n"),
    // The function of the script that closes what is presented, whatever is above its root.
    (
      """
      eval okit.present('player', okit.Model.get().songs[1]); close; get loud; stack; close; stack; \
      eval okit.present('player', okit.Model.get().songs[1]); row Go; stack; close; stack
      """, "true\nsongs\nplayer\nsongs\nsongs\nplayer\nsong\nsongs\n"
    ),
    ("row Ben; choose Key = 2; get key; set Key = 0; get key; choose Key = major; get key", "1\n0\n0\n"),
    ("row Ben; set Loud = on; get loud; set Loud = No; get loud; set Loud = yes; get loud", "true\nfalse\ntrue\n"),
    ("row Ben; set Loud = off; get loud; set Loud = true; get loud", "false\ntrue\n"),
    // By the accessibility label, if nothing has the name.
    ("tap Log in here; alert user = a > OK; get signedIn", "a/\n"),
    ("refresh; stack", "songs\n"),
    // The row with a number, or that with a text.
    ("row 1; get name", "Bobby Brown\n"), ("row \"1\"; get name", "1\n"), ("tap 1; get name", "Bobby Brown\n"),
    ("tap '1'; get name", "1\n"), ("delete 1; alert > Yes; get songs[0]/name", "Ben\n"),
    ("delete \"1\"; alert > Yes; get songs[0]/name", "Bobby Brown\n"),
  ])
  func `a command does what the screen offers`(_ commands: String, _ output: String) throws {
    let result = try run(commands)
    #expect(result.output == output && result.errors.isEmpty && result.status == 0, "\(result)")
  }

  @Test func `accessory taps the accessory of a row`() throws {
    #expect(try run("accessory Ben").errors == "info: info about Ben\n")
  }

  @Test func `undo and redo say what they change`() throws {
    let result = try run(
      """
      set-path songs[1]/name = Ann; eval for _, song in ipairs(okit.Model.get().songs) do song.loud = true end; undo; \
      undo; redo
      """,
      "--", "13")
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 13, "\(result.errors)")
    #expect(lines.first == "undone: /songs/12/loud: true → false")
    #expect(
      lines.dropFirst(10).joined(separator: "\n") == """
        undone: 3 more changes
        undone: /songs/1/name: "Ann" → "Ben"
        redone: /songs/1/name: "Ben" → "Ann"
        """)
  }

  // MARK: Messages

  @Test(arguments: [
    ("row Bob", #"(did you mean "Bobby Brown" or "Ode to Bob"?)"#),
    ("delete song", #"(did you mean "Song 5", "Song 6", "Song 7", "Song 8" or "Song 9"?)"#),
    // Of a long list, those beyond the screen.
    ("row ng 299", #"(did you mean "Song 299"?)"#), ("type g 298 = x", #"(did you mean "Song 298"?)"#),
    ("row Ben; type nam = x", #"(did you mean "Name"?)"#), ("row Ben; clear ey", #"(did you mean "Key""#),
    ("type Ben = x", #""Ben" cannot be typed into: it has no control"#),
    ("call songs[0]/name", #""name" is not a function"#), ("call songs[0]/id", #""id" is not a function"#),
    ("call songs[0]/nam", #"Song has no function "nam""#), ("call songs/name", #""name" is not a function"#),
    ("call songs/id", #""id" is not a function"#), ("call songs.@count", "the binding does not end in the name of a"),
    ("call songs[0]", "the binding does not end in the name of a function"),
    ("call #info", "the binding does not end in the name of a function"),
    ("call songs/nam", #"Song has no property or function "nam""#),
    ("get = upperr(signedIn)", #"unknown function "upperr" (did you mean "upper"?)"#),
    ("row Ben; type About = x", #""About" cannot be typed into: it has no control (row 2 "Name" can be typed into)"#),
    ("row Ben; choose Name = minor", #"(type text; row 4 "Key" can be chosen from)"#),
    ("row Ben; choose minor = x", #"(it is an option of "Key")"#),
    ("row Ben; type Ben = x", #"(it is the content of "Name")"#),
    ("row Ben; set Loud = loud", #""Loud" is a switch: it takes on, off, yes, no, true or false, not "loud""#),
    // A dialog covers everything else.
    ("call signIn; row Ben", #"the alert "Sign In" is open and covers the screen (tap "OK" or "Cancel" first)"#),
    ("call signIn; row Nix", #"the alert "Sign In" is open and covers the screen; no row matches "Nix" on "songs""#),
    ("call signIn; quick OK", #""OK" is an action of the alert "Sign In", which covers the screen (tap it)"#),
    ("call signIn; type usr = x", #"covers the screen; no cell matches "usr" on "songs" (did you mean "user"?)"#),
    ("call signIn; tap ben", #"the alert "Sign In" is open and covers the screen"#),
    ("call signIn; tap Nix", #"no action matches "Nix" in the alert "Sign In"; available: "OK", "Cancel""#),
    ("call signIn; alert usr = a > OK", #"no field matches "usr" in the alert "Sign In"; available: "user", "pass""#),
    ("call signIn; alert pass = a, hidden = b > OK", #"the alert "Sign In" has only the fields "user", "pass""#),
    ("call signIn; alert user = a, user = b > OK", #"the field "user" is given twice (quote a text with commas)"#),
    (
      "call signIn; choose user = a",
      #""user" is a field of the alert "Sign In", which has no options (type a text: alert user = text)"#
    ),
    (
      "call signIn; alert = a > OK",
      #"the alert "Sign In" has 2 fields: "user", "pass" (name the one to fill in: alert user = text)"#
    ),
    ("call signIn; move us > before pas", #"no row matches "us" on "songs" (tap "OK" or "Cancel" first)"#),
    ("call signIn; why usr", #"no row or cell matches "usr" on "songs" (tap "OK" or "Cancel" first)"#),
    ("row Sign", #"no row matches "Sign" on "songs"; available: "#), ("delete sign", "(it is a button: tap it)"),
    ("filter All", #"the search of "songs" has no scopes"#), ("row Ben; filter All", #""song" has no search"#),
    ("row Ben; choose Key = 0", #"there is no option 0 in "Key": they count from 1; available: "major", "minor""#),
    ("call signIn; filter All", #"the alert "Sign In" is open and covers the screen"#),
    ("call signIn; scroll 3", #"the alert "Sign In" is open and covers the screen"#),
    ("set-path songs[0]/name = Ben; row Ben", "(use the number in front of the row)"),
    ("set-path songs[0]/name = Ben; tap Ben", #"(use the number in front of a row, or "action""#),
    ("tap Edit; move 3 > before 3", #""Ode to Bob" cannot be moved before itself"#),
    ("row Ben; refresh", #""song" cannot be refreshed; only lists, selections and menus can"#),
    ("close", #""songs" was not presented"#),
    ("row Ben; move Loud > after Name", "\"Loud\" cannot be moved: rows of a detail have a fixed order"),
  ])
  func `a message names what was meant`(_ commands: String, _ message: String) throws {
    let result = try run(commands, "--", "300")
    #expect(result.errors.split(separator: "\n").first?.contains(message) == true, "\(result.errors)")
    #expect(result.status == 1 && !result.errors.contains("hidden"))
  }

  @Test func `an alert that is filled in without a button stays open`() throws {
    let result = try run("call signIn; alert user = a; alert pass = b > OK; get signedIn")
    #expect(
      result.output == "a/b\n" && result.status == 0
        && result.errors == "the alert \"Sign In\" is still open; its buttons are \"OK\", \"Cancel\"\n", "\(result)")
  }

  @Test func `an alert is filled in as a whole or not at all`() throws {
    for commands in ["alert user = a, nix = b > OK", "alert user = a, pass = b > Nix"] {
      let result = try CommandProcess.run(
        ["app.lua", "--documents", "d", "--exec", "call signIn; \(commands)"], in: folder)
      #expect(result.errors.contains("│ user [    ] "), "\(result.errors)")
    }
  }
}
