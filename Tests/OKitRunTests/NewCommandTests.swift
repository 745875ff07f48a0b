import Foundation
import OKitTestSupport
import Testing

/// `okit-run new`: applications from each kind of source run, pass `check` and their own tests.
@Suite struct NewCommandTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder(isInMemory: true) }

  private func run(_ arguments: String..., after: String? = nil) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder, after: after)
  }

  /// Checks and tests the application "app".
  private func verify(_ seed: String = "") throws {
    let checked = try run("check", "--strict", "app/app.lua")
    #expect(
      checked.output == "" && checked.errors == "" && checked.status == 0, "\(seed)\(checked.output)\(checked.errors)")
    let tested = try run("test", "app", "--ci", "--jobs", "1")
    #expect(tested.status == 0, "\(seed)\(tested.output)\(tested.errors)")
    for name in ["app.lua", "model.lua", "controllers.lua", "content.lua", "app_test.lua"]
    where folder.exists("app/\(name)") {
      let long = try folder.read("app/\(name)").split(separator: "\n").filter { $0.count > 120 }
      #expect(long == [], "\(seed)\(name)")
    }
  }

  @Test func `an application with tasks`() throws {
    let result = try run("new", "app")
    #expect(
      result.output == "created app: 1 class, 2 screens, 5 tests\n  cd app\n  okit-run app.lua\n  okit-run test\n")
    #expect(result.status == 0 && result.errors == "")
    try verify()
    #expect(try folder.read("app/.okit/app.d.lua").contains("---@field priority"))
    for name in [".luarc.json", ".luacheckrc", ".gitignore", ".github/workflows/check.yml", ".okit/okit.d.lua"] {
      #expect(folder.exists("app/\(name)"), "\(name)")
    }
    let german = try run("app/app.lua", "--documents", "d", "--locale", "de_DE", "--exec", "screen")
    #expect(german.output.contains("3 Aufgaben"))
  }

  private static let library = #"""
    {"name": "City Library", "books": [
      {"id": 1, "title": "Dune", "authorId": 1, "status": "in stock", "published": "1965-08-01", "tags": ["sf"],
       "size": {"width": 11.5, "height": 18}, "reviews": [{"text": "Great", "stars": 5}], "prices": {"2020-01": 9}},
      {"id": 2, "title": "Emma", "authorId": 2, "status": "lent", "published": "1815-12-23", "size": {"width": 12, "height": 19},
       "end": "\"quoted\"\n, %x"},
      {"id": 3, "title": "Emma", "authorId": 2, "status": "lent", "published": null, "size": {"width": 12, "height": 19}},
      {"id": 4, "title": "Persuasion", "authorId": null, "status": "in stock", "size": {"width": 12, "height": 19}}],
     "authors": [{"id": 1, "name": "Frank Herbert"}, {"id": 2, "name": "Jane Austen"}]}
    """#

  @Test func `an application from a document`() throws {
    try folder.write(Self.library, to: "library.json")
    #expect(try run("new", "app", "--from", "library.json").status == 0)
    try verify()
    let shown = try run("app/app.lua", "--documents", "d", "--exec", "row Books; row Persuasion; get /books.title")
    #expect(shown.output == "[\"Dune\",\"Emma\",\"Emma\",\"Persuasion\"]\n")
    // What a user deletes does not come back.
    _ = try run("app/app.lua", "--documents", "d", "--exec", "eval okit.Model.get().books:clear()")
    #expect(try run("app/app.lua", "--documents", "d", "--exec", "get books.@count").output == "0\n")
  }

  @Test func `an application from a table`() throws {
    try folder.write("Title;Year;Seen\nMetropolis;1927;ja\n\"Heat; the film\";1995;nein\n", to: "films.csv")
    #expect(try run("new", "app", "--from", "films.csv").status == 0)
    try verify()
    let shown = try run("app/app.lua", "--documents", "d", "--exec", "get films.title")
    #expect(shown.output == "[\"Metropolis\",\"Heat; the film\"]\n")
  }

  @Test func `an application from a database`() throws {
    try MusicDatabase.write(to: "\(folder.path)/music.db")
    let before = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/music.db"))
    let result = try run("new", "app", "--from", "music.db")
    #expect(result.status == 0 && result.errors == "", "\(result)")
    #expect(result.output.contains("  okit-run app.lua --documents documents\n"))
    try verify()
    let commands = "row Playlists; row Morning; get tracks.name; get /tracks[0]/album/ref/artist/ref/name"
    let shown = try run("app/app.lua", "--documents", "app/documents", "--exec", commands)
    #expect(shown.output == "[\"Song 1\",\"Song 2\"]\nThe Lamplighters\n", "\(shown)")
    let model = try folder.read("app/model.lua")
    for text in [
      "-- The table \"Sales\" is left out: it is a view.", "-- The table \"Log\" is left out: it has no key.",
      "-- The column \"double_price\" is generated; okit.Model.query reads it.",
      "  group = t.optional(t.string, { column = \"group\" }),", "Order.table = \"order\"\nOrder.key = \"end\"\n",
      "  artist = t.ref(\"Artist\", { column = \"ArtistId\", onDelete = \"restrict\" }),",
      "  reportsTo = t.ref(\"Employee\", { column = \"ReportsTo\" }),",
    ] { #expect(model.contains(text), "\(text)\n\(model)") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/music.db")) == before)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: BookshopFiles.storyboard.path)))
  func `an application from OKit's storyboard`() throws {
    let result = try run("new", "app", "--from", BookshopFiles.storyboard.path)
    #expect(result.status == 0, "\(result)")
    try verify()
    #expect(try folder.read("app/model.lua").contains("author = t.ref \"Author\""))
  }

  static let refused: [([String], Int32, String)] = [
    (["new", "full"], 1, "the folder \"full\" is not empty (use another name; nothing was changed)\n"),
    (["new", "1"], 2, "\"1\" cannot be the name of an application"), (["new"], 2, "Missing expected argument"),
    (["new", "x", "--from", "missing.json"], 2, "no such file: missing.json"),
    (["new", "x", "--from", "full"], 2, "no such file: full"),
    (["new", "x", "--from", "broken.json"], 1, "broken.json:2:3: expected a value, found '}'"),
    (["new", "x", "--from", "empty.json"], 1, "empty.json: the document is empty"),
    (["new", "x", "--from", "broken.csv"], 1, "broken.csv:1:1: the quote is not closed"),
    (["new", "x", "--from", "broken.sqlite"], 1, "broken.sqlite: "),
    (
      ["new", "x", "--from", "keyless.sqlite"], 1, "keyless.sqlite: the database has no table with a single key column"
    ),
    (["new", "x", "--from", "broken.storyboard"], 1, "broken.storyboard:1:"),
  ]

  @Test(arguments: refused) func refuses(_ test: (arguments: [String], status: Int32, message: String)) throws {
    try folder.write("x", to: "full/x")
    try folder.write("[1,\n  }", to: "broken.json")
    try folder.write("{}", to: "empty.json")
    try folder.write("\"a", to: "broken.csv")
    try folder.write("SQLite format 3\u{0}" + String(repeating: "x", count: 4096), to: "broken.sqlite")
    try MusicDatabase.write("CREATE TABLE a(b)", to: "\(folder.path)/keyless.sqlite")
    try folder.write("<document", to: "broken.storyboard")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let result = try CommandProcess.run(test.arguments, in: folder)
    #expect(result.status == test.status)
    #expect(result.errors.contains(test.message), "\(result.errors)")
    #expect(result.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test func `a full disk leaves nothing`() throws {
    // 64 blocks of 512 bytes or 1 KiB: less than the annotations for editors have.
    let result = try run("new", "app", after: "ulimit -f 64")
    #expect(result.status == 1)
    #expect(result.errors.contains("cannot write .okit/okit.d.lua: File too large (nothing was created)"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("app") } == [])
  }

  /// Random documents. `OKIT_RANDOM_STEPS` is the number of documents.
  @Test func `random documents`() throws {
    for _ in 0..<RandomSteps.count(2) {
      let seed = UInt64.random(in: 0...UInt64.max)
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(&generator).json
      try folder.write(document, to: "data.json")
      let result = try run("new", "app", "--from", "data.json")
      #expect(result.status == 0, "seed \(seed): \(result.errors)\n\(document)")
      try verify("seed \(seed): \(document)\n")
      try FileManager.default.removeItem(atPath: "\(folder.path)/app")
    }
  }
}
