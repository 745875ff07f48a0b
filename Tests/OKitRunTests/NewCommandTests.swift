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
      {"id": 2, "title": "Emma", "authorId": 2, "status": "lent", "published": "1815-12-23", "size": {"width": 12, \#
    "height": 19},
       "end": "\"quoted\"\n, %x"},
      {"id": 3, "title": "Emma", "authorId": 2, "status": "lent", "published": null, "size": {"width": 12, "height": \#
    19}},
      {"id": 4, "title": "Persuasion", "authorId": null, "status": "in stock", "size": {"width": 12, "height": 19}}],
     "authors": [{"id": 1, "name": "Frank Herbert"}, {"id": 2, "name": "Jane Austen"}]}
    """#

  @Test func `texts of a storyboard do not end its comments`() throws {
    try folder.write(
      """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="d">
      <scenes><scene><objects><tableViewController id="d" customClass="ModelDetailTableController" \
      sceneMemberID="viewController">
      <tableView key="view" dataMode="static"><sections><tableViewSection headerTitle="*/ A&#10;B &#x85; ]]"><cells>
      <tableViewCell><tableViewCellContentView key="contentView"><subviews><label text="*/&#9;--[[ \
      x"/></subviews></tableViewCellContentView>
      </tableViewCell></cells></tableViewSection></sections></tableView>
      <navigationItem key="navigationItem" title="Accept: */*&#10;&#x7F;&#x85; end"/>
      </tableViewController></objects></scene></scenes></document>
      """, to: "Main.storyboard")
    let made = try run("new", "app", "--from", "Main.storyboard")
    #expect(made.status == 0 && made.errors == "", "\(made)")
    try verify()
    #expect(try folder.read("app/en.lproj/Localizable.strings").contains("/* Accept: * /* "))
    let shown = try run("app/app.lua", "--documents", "d", "--exec", "screen")
    #expect(shown.status == 0 && shown.output.contains("*/"), "\(shown)")
  }

  @Test func `applications from tables of other programs, and from JSON Lines`() throws {
    let table = "sep=;\rTitel;Preis\r \"Müller; Sohn\";1,50\r".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    try Data(table).write(to: URL(fileURLWithPath: "\(folder.path)/preise.csv"))
    let made = try run("new", "app", "--from", "preise.csv")
    #expect(made.status == 0)
    #expect(
      made.errors
        == "preise.csv: note: the file is not UTF-8; it is read as utf-16be (--encoding names another encoding)\n")
    #expect(try folder.read("app/content.lua").contains("titel = \"Müller; Sohn\", preis = 1.5"))
    try verify()
    try folder.write("{\"name\": \"Alien\", \"year\": 1979}\n{\"name\": \"Brazil\"}\n", to: "films.json")
    #expect(try run("new", "lines", "--from", "films.json", "--encoding", "utf-8").errors == "")
    let shown = try run("lines/app.lua", "--documents", "d", "--exec", "get films.name")
    #expect(shown.output == "[\"Alien\",\"Brazil\"]\n")
    #expect(try run("new", "other", "--encoding", "utf-8").status == 2)
  }

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

  @Test(.enabled(if: BookshopFiles.storyboard != nil, BookshopFiles.missing))
  func `an application from OKit's storyboard`() throws {
    let result = try run("new", "app", "--from", try #require(BookshopFiles.storyboard).path)
    #expect(result.status == 0, "\(result)")
    try verify()
    #expect(try folder.read("app/model.lua").contains("author = t.ref \"Author\""))
    // The screens of the menu and those that it presents are opened, too.
    #expect(result.output.hasPrefix("created app: 6 classes, 18 screens, 19 tests\n"))
    #expect(!result.errors.contains("no test opens"), "\(result.errors)")
  }

  /// The storyboard of docs/storyboards.md in short.
  private static func storyboard(_ changes: [(String, String)] = []) -> String {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      initialViewController="stack"><scenes>
      <scene><objects><navigationController storyboardIdentifier="home" id="stack" \
      sceneMemberID="viewController"><connections>
      <segue destination="list" kind="relationship" relationship="rootViewController"/>
      </connections></navigationController></objects></scene>
      <scene><objects><tableViewController storyboardIdentifier="films" id="list" customClass="ModelListTableController"
      sceneMemberID="viewController"><tableView><prototypes><tableViewCell \
      customClass="ModelTableCell"><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="path" value="name"/>
      </userDefinedRuntimeAttributes><connections>
      <segue destination="detail" kind="show" identifier="model"/>
      </connections></tableViewCell></prototypes></tableView><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="type" value="Film"/>
      <userDefinedRuntimeAttribute type="string" keyPath="dataPath" value="films"/>
      </userDefinedRuntimeAttributes></tableViewController></objects></scene>
      <scene><objects><tableViewController storyboardIdentifier="film" id="detail" \
      customClass="ModelDetailTableController"
      sceneMemberID="viewController"><tableView><sections><tableViewSection><cells>
      <tableViewCell customClass="ModelTextCell"><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="textPath" value="name"/>
      </userDefinedRuntimeAttributes></tableViewCell></cells></tableViewSection></sections></tableView>
      </tableViewController></objects></scene>
      </scenes></document>
      """
    return changes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// Changes of a storyboard, and the error; nil when an application is made, perhaps without what the second one has.
  static let storyboards: [(change: (String, String), error: String?)] = [
    (("", ""), nil),
    // A controller that nothing opens, and a property that the inferred class does not have.
    (("<segue destination=\"detail\" kind=\"show\" identifier=\"model\"/>", ""), nil),
    (("keyPath=\"textPath\" value=\"name\"", "keyPath=\"textPath\" value=\"studio/name/length\""), nil),
    (
      ("keyPath=\"dataPath\" value=\"films\"", "keyPath=\"dataPath\""),
      "a.storyboard:12:53: the list \"films\" has no dataPath"
    ),
    (
      ("type=\"string\" keyPath=\"dataPath\" value=\"films\"", "type=\"boolean\" keyPath=\"dataPath\" value=\"YES\""),
      "a.storyboard:12:71: the list \"films\" has no dataPath"
    ),
    (
      ("keyPath=\"dataPath\" value=\"films\"", "keyPath=\"type\" value=\"Film\""),
      "a.storyboard:5:17: the list \"films\" has no dataPath"
    ),
    (
      ("keyPath=\"textPath\" value=\"name\"", "keyPath=\"textPath\" value=\"name/formatDate(\""),
      "a.storyboard:17:85: ModelTextCell: textPath: expected \")\" to close the parameter list"
    ),
    (("keyPath=\"type\" value=\"Film\"", "keyPath=\"type\" value=\"end\""), "no script can declare the name \"end\""),
    (
      ("keyPath=\"textPath\" value=\"name\"", "keyPath=\"textPath\" value=\"one&#10;two\""),
      "no script can declare the name \"one\\ntwo\""
    ),
    (
      ("keyPath=\"textPath\" value=\"name\"", "keyPath=\"textPath\" value=\"日本\""),
      "no script can declare the name \"日本\""
    ),
    (
      ("destination=\"list\"", "destination=\"stack\""),
      "a.storyboard:3:21: home: root: \"home\" is a container; name a controller"
    ),
    (
      ("initialViewController=\"stack\"", "initialViewController=\"x\""),
      "a.storyboard:1:109: the initial view controller is \"x\""
    ),
    (
      (" customClass=\"ModelListTableController\"", ""),
      "a.storyboard:3:21: the segue leads to \"films\", a <tableViewController> without a class of okit"
    ),
  ]

  @Test(arguments: storyboards) func `a storyboard`(_ test: (change: (String, String), error: String?)) throws {
    try folder.write(Self.storyboard([test.change]), to: "a.storyboard")
    let result = try run("new", "app", "--from", "a.storyboard")
    guard let error = test.error else {
      #expect(result.status == 0, "\(result)")
      return try verify()
    }
    #expect(result.status == 1 && result.output == "" && result.errors.contains(error), "\(result)")
    #expect(!folder.exists("app"))
  }

  /// Rows with equal texts, tables with equal titles, and more lists than tabs.
  static let databases: [(sql: String, expected: [String])] = [
    (
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY, n TEXT); INSERT INTO a VALUES(1,'same'),(2,'same'),(3,'same');
      CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a(id)); INSERT INTO b VALUES(1,2),(2,2),(3,NULL);
      """, ["app:row { text = \"same\", index = 2 }:tap()", "name = \"aBs\", title = \"Bs\", subtitle = \"2 Bs\""]
    ),
    (
      "CREATE TABLE book(id INTEGER PRIMARY KEY, n TEXT); CREATE TABLE books(id INTEGER PRIMARY KEY, n TEXT)",
      ["app:tab(\"Books\")", "app:tab(\"Books 2\")"]
    ),
    (
      ["book", "books", "c", "d", "e", "f", "g"].map { "CREATE TABLE \($0)(id INTEGER PRIMARY KEY, n TEXT);" }.joined()
        + "INSERT INTO c VALUES(1,''),(2,NULL); INSERT INTO d VALUES(1,'1'),(2,'2')",
      ["app:row(\"Books 2\"):tap()", "app:row { text = \"1\" }:tap()"]
    ),
  ]

  @Test(arguments: databases) func `a database with equal texts`(_ test: (sql: String, expected: [String])) throws {
    try MusicDatabase.write(test.sql, to: "\(folder.path)/a.sqlite")
    #expect(try run("new", "app", "--from", "a.sqlite").status == 0)
    try verify()
    let tests = try folder.read("app/app_test.lua")
    for text in test.expected { #expect(tests.contains(text), "\(text)\n\(tests)") }
    // The database is beside the script, and not in the folder that is used without an option.
    let started = try run("app/app.lua")
    #expect(started.errors.contains("the application has one: pass --documents app/documents"), "\(started)")
  }

  @Test func `documents of another application with the name`() throws {
    #expect(try run("new", "app").errors == "")
    _ = try run("app/app.lua", "--exec", "screen")
    try FileManager.default.removeItem(atPath: "\(folder.path)/app")
    let warned = try run("new", "app")
    #expect(
      warned.errors
        == """
        warning: \(folder.path)/.local/share/okit-run/app has documents, which the application opens in place of its \
        content (run it with --documents and a folder of its own, or remove that folder)\n
        """
    )
    #expect(warned.status == 0)
  }

  static let folders: [(name: String, command: String)] = [
    ("my shop", "cd 'my shop'"), ("it's", "cd 'it'\\''s'"), ("größe", "cd größe"),
  ]

  @Test(arguments: folders) func `the commands can be copied`(_ test: (name: String, command: String)) throws {
    #expect(try run("new", test.name).output.contains("\n  \(test.command)\n"))
  }

  @Test func `the deepest document that is accepted runs`() throws {
    let json = String(repeating: "{\"a\":", count: 63) + "{\"x\":1}" + String(repeating: "}", count: 63)
    try folder.write(json, to: "deep.json")
    #expect(try run("new", "app", "--from", "deep.json").status == 0)
    #expect(try run("check", "--strict", "app/app.lua").status == 0)
    #expect(try run("test", "app").status == 0)
  }

  static let refused: [([String], Int32, String)] = [
    (["new", "full"], 1, "the folder \"full\" is not empty (use another name; nothing was changed)\n"),
    (["new", "1"], 2, "\"1\" cannot be the name of an application"), (["new"], 2, "Missing expected argument"),
    (["new", "x", "--from", "missing.json"], 2, "no such file: missing.json"),
    (["new", "x", "--from", "full"], 2, "full is a folder, not a file"),
    (["new", "x", "--from", "broken.json"], 1, "broken.json:2:3: expected a value, found '}'"),
    (["new", "x", "--from", "empty.json"], 1, "empty.json: the document is empty"),
    (["new", "x", "--from", "broken.csv"], 1, "broken.csv:1:1: the quote is not closed"),
    (["new", "x", "--from", "broken.sqlite"], 1, "broken.sqlite: "),
    (
      ["new", "x", "--from", "keyless.sqlite"], 1, "keyless.sqlite: the database has no table with a single key column"
    ),
    (["new", "x", "--from", "broken.storyboard"], 1, "broken.storyboard:1:"),
    (["new", "x", "--from", "empty.storyboard"], 1, "empty.storyboard: the storyboard has no controllers of okit"),
  ]

  @Test(arguments: refused) func refuses(_ test: (arguments: [String], status: Int32, message: String)) throws {
    try folder.write("x", to: "full/x")
    try folder.write("[1,\n  }", to: "broken.json")
    try folder.write("{}", to: "empty.json")
    try folder.write("\"a", to: "broken.csv")
    try folder.write("SQLite format 3\u{0}" + String(repeating: "x", count: 4096), to: "broken.sqlite")
    try MusicDatabase.write("CREATE TABLE a(b)", to: "\(folder.path)/keyless.sqlite")
    try folder.write("<document", to: "broken.storyboard")
    try folder.write("<document><scenes/></document>", to: "empty.storyboard")
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

  /// Random documents: no scalar is lost, or the document is refused and nothing is written. `OKIT_RANDOM_STEPS` is
  /// their number.
  @Test func `random documents`() throws {
    for _ in 0..<RandomSteps.count(2) {
      let seed = UInt64.random(in: 0...UInt64.max)
      let document = RandomDocument(seed: seed)
      try folder.write(document.json, to: "data.json")
      let result = try run("new", "app", "--from", "data.json")
      let isRefused = ["the document is empty", "a single value"].contains(where: result.errors.contains)
      #expect(result.status == (isRefused ? 1 : 0), "seed \(seed): \(result.errors)\n\(document.json)")
      #expect(folder.exists("app") == (result.status == 0), "seed \(seed)")
      guard result.status == 0 else { continue }
      try verify("seed \(seed): \(document.json)\n")
      let stored = try run("app/app.lua", "--documents", "d", "--exec", "store")
      #expect(stored.status == 0, "seed \(seed): \(stored)")
      let written = try folder.read("d/okit/data/default.json")
      var model = StoredScalars(written)
      let lost = document.scalars.filter { !model.take($0) }
      #expect(lost == [], "seed \(seed): \(document.json)\n\(written)")
      for name in ["app", "d"] { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
    }
  }
}
