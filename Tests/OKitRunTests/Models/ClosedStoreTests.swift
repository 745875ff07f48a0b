import Foundation
import OKitTestSupport
import Testing

/// Searches what a session prints after the secure store was closed for the content of an encrypted model.
@Suite struct ClosedStoreTests {
  private static let words = [
    "zimtwort", "mohnwort", "anistext", "nelkenbild", "safranfolge", "kuemmelwert", "typed words",
  ]

  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Page = okit.ModelEntity:extend("Page", { text = "" })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
    local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelData), tags = \
    t.list(t.string) })
    function Entry:title() return "<" .. self.name .. ">" end
    local Diary = okit.ModelEncrypted:extend("Diary", {
      entries = t.list(Entry), pages = t.list(PageDefer), notes = "", values = t.map(t.string),
      summary = t.computed(function(self) return "summary of " .. self.notes end),
    })
    local Plain = okit.Model:extend("Plain", { name = "", link = t.ref(Entry), count = 0 })
    local plain = okit.Model.register(Plain, "plain")
    local diary = okit.Model.register(Diary)
    if #okit.arguments > 0 then
      diary.entries:add { id = "e", name = "zimtwort", photo = { id = "p", data = "nelkenbild" }, tags = { \
    "safranfolge" } }
      diary.pages:add { id = "g", page = { text = "anistext" } }
      diary.notes = "mohnwort"
      diary.values.a = "kuemmelwert"
      plain.link = "e"
    end
    diary:onPatch(function(patches)
      for _, patch in ipairs(patches) do
        for _, member in ipairs { "op", "path", "old", "value" } do print(member, show(patch[member])) end
      end
    end)
    plain:observe("default>notes", function(new, old) print("observed", new, old) end)
    diary:observe("notes", function(new, old) print("observed", new, old) end)
    function show(value)
      if type(value) ~= "table" then return tostring(value) end
      local parts = {}
      for key, member in pairs(value) do parts[#parts + 1] = tostring(key) .. "=" .. show(member) end
      return table.concat(parts, " ")
    end
    function hold()
      held = {
        entry = diary.entries[1], diary = diary, photo = diary.entries[1].photo, page = diary.pages[1],
        text = diary.pages[1].page, entries = diary.entries, tags = diary.entries[1].tags, values = diary.values,
      }
    end
    function read()
      for name, object in pairs(held) do
        print(name, pcall(tostring, object))
        for _, key in ipairs { "name", "notes", "data", "page", "text", "summary", "a", 1 } do
          print(pcall(function() return show(object[key]) end))
        end
        for _, method in ipairs { "snapshot", "title", "get", "first" } do
          print(pcall(function() return show(object[method](object, "name")) end))
        end
        print(pcall(function() for key, member in pairs(object) do print(key, show(member)) end end))
      end
      for _, path in ipairs { "default>notes", "default>entries/0/name", "link/ref/name", "default>summary" } do
        print(pcall(function() return show(plain:get(path)) end))
      end
      for _, f in ipairs { okit.Model.danglingRefs, okit.Model.get, okit.Model.storeState, okit.Model.sync } do
        print(pcall(function() return show(f()) end))
      end
      okit.log.info(show(pcall(function() return held.entry.name end)))
      error("cannot read " .. show(held.entry.name))
    end
    okit.ModelListTableController:extend("home", {
      type = "Entry", dataPath = "entries", titlePath = "%Diary", search = true, searchPath = "name",
      cell = okit.ModelTableCell { path = "name", detailPath = "title()", segue = "entry" },
    })
    okit.ModelDetailTableController:extend("entry", {
      titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "#Text", textPath = "name" } } } },
    })
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.script])
    let result = try run([], "store", "--", "fill")
    #expect(result.status == 0, "\(result)")
  }

  private func run(_ options: [String], _ commands: String, _ more: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "data", "--log", "debug"] + options + ["--exec", commands] + more, in: folder)
  }

  private static let open = """
    row zimtwort; eval hold(); eval held.diary.summary; eval held.photo.data; why; screen; json; changes
    set-path name = typed words; get name; eval held.diary.notes = "mohnwort again"; eval print("CLOSING")
    eval okit.SecureStore.close(); screen; json
    """

  /// The commands that end a session when they fail are the last one of a session of its own.
  @Test(
    arguments: [
      "changes; models; stack; advance 10; store; background; foreground; screen; changes", "eval read()", "get name",
      "get default>notes", "why", "set-path name = x", "undo", "call title()", "tap 1", "search a",
      "reload; screen; json; models; eval read()",
    ])
  func `nothing is readable after closing`(_ commands: String) throws {
    // Errors of JSON have all that those of text have.
    let result = try run(commands.hasPrefix("eval") ? ["--format", "json"] : [], Self.open + "\n" + commands)
    let output = try #require(result.output.components(separatedBy: "CLOSING").last)
    #expect(result.output.contains("zimtwort") && result.output.contains("CLOSING"), "\(result)")
    for word in Self.words {
      #expect(!output.contains(word) && !result.errors.contains(word), "\(word) in \(output)\n\(result.errors)")
    }
  }

  @Test func `it is there when the store is open again`() throws {
    #expect(try run([], Self.open).status == 0)
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/data")
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: "\(folder.path)/data/\(file)") else { continue }
      for word in Self.words { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(file)") }
    }
    let again = try run([], "eval okit.Model.get().entries[1].name; eval okit.Model.get().notes")
    #expect(again.output == "typed words\nmohnwort again\n", "\(again)")
  }

  /// The names of members are those of the class. Their values are not among them.
  @Test func `completion has no content after closing`() throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "data"], in: folder)
    #expect(terminal.until("zimtwort") != nil && terminal.until("> ") != nil)
    try terminal.type("eval hold()\r")
    #expect(terminal.until("> ") != nil)
    try terminal.type("eval print('CLOS' .. 'ING') okit.SecureStore.close()\r")
    #expect(terminal.until("CLOSING") != nil)
    for line in [
      "eval held.entry.", "eval held.diary.entries[1].", "get entries/", "get default>values/", "row z", "why ",
    ] {
      try terminal.type(line + "\t\t")
      try terminal.type("\u{15}")
    }
    try terminal.type("models\r")
    let output = try #require(terminal.until("plain  Plain"))
    for word in Self.words { #expect(!output.contains(word), "\(word) in \(output)") }
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
