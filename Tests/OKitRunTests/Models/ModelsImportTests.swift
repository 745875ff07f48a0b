import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// `okit-run models import …`
@Suite struct ModelsImportTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", seen = false, year = 0, of = t.ref "Person" })
      local Person = okit.ModelEntity:extend("Person", { name = "" })
      local Films = okit.Model:extend("Films", { films = t.list(Film), people = t.list(Person), count = 0 })
      function Film:managed() if self.name == "bad" then error("a bad film") end end
      okit.Model.initialize(function() okit.Model.register(Films) end)
      okit.ModelDetailTableController:extend("home", { titlePath = "#Films" })
      """,
      "films.csv": "id,name,year,seen,of\r\nf1,Alien,1979,true,p1\r\n,\"Brazil, 1985\",1985,,\r\n",
    ])
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models", "import", "app.lua"] + arguments + ["--documents", "d"], in: folder)
  }

  private func get(_ path: String) throws -> String {
    try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "get \(path)"], in: folder).output
  }

  @Test(arguments: ["Model", "ModelSQLite", "ModelEncrypted"])
  func `rows with partials run their sync`(_ kind: String) throws {
    try folder.write(
      """
      local t = okit.types
      okit.ModelEntity:extend("Group", { name = "" })
      local Defer = okit.ModelPartial:extend("Defer", { name = "", syncs = 0, group = t.deferred "Group" })
      function Defer:sync(group) self.name, self.syncs = group.name, self.syncs + 1 end
      okit.Model.register(okit.\(kind):extend("Shop", { groups = t.list(Defer) }))
      okit.ModelDetailTableController:extend("home", { titlePath = "#Shop" })
      """, to: "app.lua")
    try folder.write("[{\"group\": {\"name\": \"Readers\"}}]", to: "groups.json")
    #expect(try run("groups.json", "--format", "json", "--into", "groups").status == 0)
    #expect(try get("groups.name") == "[\"Readers\"]\n")
    #expect(try get("groups.syncs") == "[1]\n")
  }

  @Test func `rows become entities`() throws {
    let result = try run("films.csv", "--format", "csv", "--into", "films")
    #expect(result == .init(status: 0, output: "imported 2 rows into films of default\n", errors: ""))
    #expect(try get("films.name") == "[\"Alien\",\"Brazil, 1985\"]\n")
    #expect(try get("films.year") == "[1979,1985]\n")
    let stored = try folder.read("d/okit/data/default.json")
    #expect(stored.contains("\"id\": \"f1\"") && stored.contains("\"refKey\": \"p1\""))
    let again = try run("films.csv", "--format", "csv", "--into", "films")
    #expect(again.status == 1)
    #expect(
      again.errors == """
        films.csv:2:1: the id "f1" is already used by Film(f1) (--update changes the elements that have the ids of rows)
        imported nothing: rejected 1 of 2 rows (--skip-errors imports the others)

        """)
    #expect(try folder.read("d/okit/data/default.json") == stored)
  }

  @Test func `CSV of other programs is read`() throws {
    let latin = Array("sep=;\r\nname;year\r\n \"M".utf8) + [0xFC] + Array("ller; Sohn\" ;1979\r\n".utf8)
    let wide = "\u{FEFF}name\tyear\rŽižek\t1949\r".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for (name, bytes, note) in [("latin", latin, "windows-1252"), ("wide", wide, "utf-16le")] {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name).csv"))
      let result = try run("\(name).csv", "--format", "csv", "--into", "films")
      #expect(result.status == 0 && result.output == "imported 1 row into films of default\n", "\(result)")
      #expect(
        result.errors
          == "\(name).csv: note: the file is not UTF-8; it is read as \(note) (--encoding names another encoding)\n")
    }
    #expect(try get("films.name") == "[\"Müller; Sohn\",\"Žižek\"]\n")
    let named = try run("latin.csv", "--format", "csv", "--into", "films", "--encoding", "Latin1")
    #expect(named.status == 0 && named.errors == "")
    let wrong = try run("latin.csv", "--format", "csv", "--into", "films", "--encoding", "utf-8")
    #expect(wrong.status == 1 && wrong.errors.hasPrefix("latin.csv:3:2: the field is not valid UTF-8 (--encoding "))
    #expect(try run("latin.csv", "--format", "csv", "--encoding", "ebcdic").status == 2)
  }

  @Test(arguments: [("films.csv", "name,seen\nDune,2024-06-15\n"), ("films.json", #"[{"seen": "2024-06-15"}]"#)])
  func `a day that is imported as a date is that day in the time zone`(file: String, rows: String) throws {
    try folder.write(
      """
      local Film = okit.ModelEntity:extend("Film", { name = "", seen = okit.types.date })
      okit.Model.register(okit.Model:extend("Films", { films = okit.types.list(Film) }))
      okit.ModelDetailTableController:extend("home", { titlePath = "#Films" })
      """, to: "app.lua")
    try folder.write(rows, to: file)
    let zone = ["TZ": "America/New_York"]
    #expect(
      try CommandProcess.run(
        ["models", "import", "app.lua", file, "--into", "films", "--documents", "d"], in: folder, environment: zone
      ).status == 0)
    #expect(try get("films.seen") == "[\"2024-06-15T04:00:00Z\"]\n")
  }

  @Test func `JSON Lines are rows`() throws {
    try folder.write("{\"name\": \"Alien\"}\n\n{\"year\": \"x\"}\n{\"name\":\n", to: "films.jsonl")
    let refused = try run("films.jsonl", "--format", "jsonl", "--into", "films")
    #expect(refused.errors.contains("films.jsonl:3:10: ") && refused.errors.contains("films.jsonl:4:9: "), "\(refused)")
    #expect(refused.errors.contains("rejected 2 of 3 rows"))
    let result = try run("films.jsonl", "--format", "jsonl", "--into", "films", "--skip-errors")
    #expect(result.output == "imported 1 of 3 rows into films of default\n")
    try folder.write("{\"name\": \"Alien\"}\n{\"name\": \"Aliens\"}\n", to: "lines.json")
    let document = try run("lines.json", "--format", "json", "--into", "films")
    #expect(
      document.errors
        == "lines.json: the file has an object in each line, and is not one document (pass --format jsonl)\n")
  }

  @Test func `wrong rows are skipped on demand`() throws {
    try folder.write("name,year\na,1\nb,x\nc,2,3\n\"d\"e,4\nf,5\n", to: "f.csv")
    let refused = try run("f.csv", "--format", "csv", "--into", "films")
    #expect(refused.status == 1 && refused.output == "")
    #expect(!folder.exists("d/okit/data/default.json"))
    #expect(
      refused.errors == """
        f.csv:3:3: Film.year needs an Int, got String "x"
        f.csv:4:1: expected 2 fields, found 3 (fields are separated by ",")
        f.csv:5:4: expected "," or the end of the line after a quoted field
        imported nothing: rejected 3 of 5 rows (--skip-errors imports the others)

        """)
    let result = try run("f.csv", "--format", "csv", "--into", "films", "--skip-errors")
    #expect(result.status == 0)
    #expect(result.output == "imported 2 of 5 rows into films of default\n")
    #expect(result.errors.hasPrefix("f.csv:3:3: warning: Film.year"))
    #expect(try get("films.name") == "[\"a\",\"f\"]\n")
    try folder.write("name\na\n\"b\n", to: "open.csv")
    let open = try run("open.csv", "--format", "csv", "--into", "films", "--skip-errors")
    #expect(open.status == 1 && open.errors == "open.csv:3:1: the quote is not closed\n", "\(open)")
  }

  @Test func `the failure of a hook imports nothing`() throws {
    try folder.write("name\ngood\nbad\n", to: "f.csv")
    let result = try run("f.csv", "--format", "csv", "--into", "films", "--skip-errors")
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("a bad film"), "\(result)")
    #expect(!folder.exists("d/okit/data/default.json"))
  }

  @Test func `json and spon`() throws {
    try folder.write(#"[{"name": "A", "year": 1}, {"name": "B"}]"#, to: "f.json")
    #expect(try run("f.json", "--format", "json", "--into", "films").status == 0)
    try folder.write("@array[@obj:Film<name$=`C` seen%=`true`>]", to: "f.spon")
    #expect(try run("f.spon", "--format", "spon", "--into", "films").status == 0)
    #expect(try get("films.name") == "[\"A\",\"B\",\"C\"]\n")
    let export = try CommandProcess.run(
      ["models", "export", "--documents", "d", "--format", "json", "--output", "all.json"], in: folder)
    #expect(export.status == 0)
    try folder.write("name\nX\n", to: "x.csv")
    #expect(try run("x.csv", "--format", "csv", "--into", "films").status == 0)
    let document = try run("all.json", "--format", "json")
    #expect(document == .init(status: 0, output: "imported the document into default\n", errors: ""))
    #expect(try get("films.name") == "[\"A\",\"B\",\"C\"]\n")
    #expect(try run("all.json", "--format", "json", "--skip-errors").errors.hasPrefix("all.json holds a document"))
    try folder.write("{\n \"films\": [}", to: "bad.json")
    let bad = try run("bad.json", "--format", "json")
    #expect(bad.status == 1 && bad.errors.hasPrefix("bad.json:2:12: expected a value"), "\(bad)")
    try folder.write(#"{"count": "x"}"#, to: "bad.json")
    let wrong = try run("bad.json", "--format", "json")
    #expect(wrong.status == 1 && wrong.errors.hasPrefix("bad.json: /count: "), "\(wrong)")
  }

  @Test(arguments: ["csv", "json", "spon"])
  func `rows update the elements with their ids`(format: String) throws {
    #expect(try run("films.csv", "--into", "films").status == 0)
    let rows = [
      "csv": "id,year,name\nf1,1986,Aliens\nnew,1999,Matrix\n,2000,\n",
      "json":
        #"""
      [{"id": "f1", "year": 1986, "name": "Aliens"}, {"id": "new", "year": 1999, "name": "Matrix"}, {"year": \#
      2000}]
      """#,
      "spon":
        """
      @array[@obj:Film<id$=`f1` year!=`1986` name$=`Aliens`>, @obj:Film<id$=`new` year!=`1999` name$=`Matrix`>, \
      @obj:Film<year!=`2000`>]
      """,
    ]
    let file = "rows.\(format.uppercased())"
    try folder.write(rows[format] ?? "", to: file)
    let stored = try folder.read("d/okit/data/default.json")
    let refused = try run(file, "--into", "films")
    #expect(refused.status == 1 && refused.errors.contains("(--update changes the elements"), "\(refused)")
    let dry = try run(file, "--into", "films", "--update", "--dry-run")
    let summary = "3 rows into films of default: 2 new, 1 updated\n"
    #expect(dry == .init(status: 0, output: "would import \(summary)", errors: ""))
    #expect(try folder.read("d/okit/data/default.json") == stored)
    let result = try run(file, "--into", "films", "--update")
    #expect(result == .init(status: 0, output: "imported \(summary)", errors: ""))
    #expect(try get("films.name") == "[\"Aliens\",\"Brazil, 1985\",\"Matrix\",\"\"]\n")
    #expect(try get("films.year") == "[1986,1985,1999,2000]\n")
    // What a row does not name stays.
    #expect(try get("films.seen") == "[true,false,false,false]\n")
    #expect(try get("films[0]/of.refKey") == "p1\n")
  }

  /// An export without the contents of parts is imported again: nothing that it does not name is lost.
  @Test func `an update keeps what a row does not name of entities inside`() throws {
    try folder.write(
      """
      local t = okit.types
      local Extra = okit.ModelEntity:extend("Extra", { title = "", body = "" })
      local Part = okit.ModelPartial:extend("Part", { name = "", extra = t.deferred "Extra" })
      local Film = okit.ModelEntity:extend("Film", {
        name = "", pic = t.optional(t.entity(okit.ModelData)), extra = t.optional(t.entity "Extra"),
        parts = t.list(Part),
      })
      local films = okit.Model.register(okit.Model:extend("Films", { films = t.list(Film) }))
      if #films.films == 0 then
        films.films:add {
          id = "f", name = "Dune", pic = { id = "p", data = "bytes" }, extra = { id = "e", title = "T", body = "B" },
          parts = { { id = "d", name = "N", extra = { id = "x", body = "deep" } } },
        }
      end
      okit.ModelDetailTableController:extend("home", { titlePath = "#Films" })
      """, to: "app.lua")
    _ = try get("films.name")
    let paths = ["films[0]/pic/data", "films[0]/extra/body", "films[0]/parts[0]/extra/body", "films[0]/parts[0]/name"]
    let before = try paths.map(get)
    let export = try CommandProcess.run(
      ["models", "export", "default", "--format", "json", "--documents", "d"], in: folder)
    let films = try JSONValue.parse(json: Array(export.output.utf8), file: "export")["films"]
    try folder.write(try #require(films).json(pretty: false), to: "all.json")
    try folder.write(
      #"[{"id": "f", "name": 7, "extra": {"id": "e", "title": "New"}, "pic": {"id": "p", "label": "L"}}]"#,
      to: "some.json")
    for file in ["all.json", "some.json"] {
      let result = try run(file, "--into", "films", "--update")
      #expect(result.status == 0 && result.output.contains("1 updated"), "\(result)")
      #expect(try paths.map(get) == before, "\(file)")
    }
    #expect(try get("films[0]/name") == "7\n")
    #expect(try get("films[0]/extra/title") == "New\n")
  }

  @Test func `an update is refused as a whole`() throws {
    try folder.write("id,name\nf1,A\n", to: "a.csv")
    #expect(try run("a.csv", "--into", "films").status == 0)
    let stored = try folder.read("d/okit/data/default.json")
    for (text, error) in [
      ("id,year\nf1,1\nf1,2\n", "the id \"f1\" is already used by an earlier row"),
      ("id,year\nf1,x\n", "needs an Int"), ("year\n1\n", "an update needs a column \"id\""),
      ("id,name\nf1,B\ng,bad\n", "a bad film"),
    ] {
      try folder.write(text, to: "b.csv")
      let result = try run("b.csv", "--into", "films", "--update")
      #expect(result.status == 1 && result.output == "" && result.errors.contains(error), "\(result)")
      #expect(try folder.read("d/okit/data/default.json") == stored)
    }
    try folder.write("id,name\nf1,P\n", to: "people.csv")
    let foreign = try run("people.csv", "--into", "people", "--update")
    #expect(foreign.errors.contains("is already used by Film(f1)"), "\(foreign)")
    try folder.write("{}", to: "all.json")
    #expect(try run("all.json", "--update").errors.hasPrefix("all.json holds a document, and only rows are"))
  }

  @Test func `a dry run reports what is wrong and stores nothing`() throws {
    try folder.write("name,year\na,1\nb,x\n", to: "f.csv")
    let refused = try run("f.csv", "--into", "films", "--dry-run")
    #expect(refused.status == 1 && refused.errors.contains("would import nothing: rejected 1 of 2 rows"), "\(refused)")
    let part = try run("f.csv", "--into", "films", "--dry-run", "--skip-errors")
    #expect(part.status == 0 && part.output == "would import 1 of 2 rows into films of default\n", "\(part)")
    try folder.write(#"{"count": 3}"#, to: "all.json")
    let document = try run("all.json", "--dry-run")
    #expect(document == .init(status: 0, output: "would import the document into default\n", errors: ""))
    #expect(!folder.exists("d"))
  }

  @Test(arguments: [("films.ndjson", "{\"name\": \"Dune\"}\n"), ("films.tsv", "name\tyear\nDune\t1984\n")])
  func `other endings of the formats are known`(file: String, rows: String) throws {
    try folder.write(rows, to: file)
    #expect(try run(file, "--into", "films").status == 0)
    #expect(try get("films.name") == "[\"Dune\"]\n")
  }

  @Test func `the ending of the file is the format of an export`() throws {
    #expect(try run("films.csv", "--into", "films").status == 0)
    let export = ["models", "export", "app.lua", "--documents", "d", "--list", "films", "--output"]
    #expect(try CommandProcess.run(export + ["out.csv"], in: folder).status == 0)
    #expect(try folder.read("out.csv").hasPrefix("id,"))
    #expect(try CommandProcess.run(export + ["out.tsv"], in: folder).status == 0)
    #expect(try folder.read("out.tsv").hasPrefix("id\t"))
    for (file, message) in [
      ("out.jsonl", "The ending .jsonl is not a format of this command; pass --format json, csv, sql, plist or xml."),
      ("out", "The name of out does not end with a format"),
    ] {
      let unknown = try CommandProcess.run(export + [file], in: folder)
      #expect(unknown.status == 2 && unknown.errors.contains(message), "\(unknown)")
    }
    #expect(try CommandProcess.run(["models", "export", "--documents", "d"], in: folder).status == 2)
  }

  @Test(arguments: [
    (
      "f.jsonl", "{\"name\": \"A\"}\n\0\0\n{\"name\": \"B\"} x\n{\"name\": 1\n",
      [
        "f.jsonl:2:1: expected a value, found the byte 0x00",
        "f.jsonl:3:15: expected the end of the line, found 'x'",
        "f.jsonl:4:11: expected ',' or '}', found the end of the line",
      ]
    ),
    ("f.csv", "ID,name\n1,A\n", ["f.csv:1:1: Film has no property \"ID\" (did you mean \"id\"?)"]),
  ])
  func `mistakes in files are named`(file: String, rows: String, messages: [String]) throws {
    try folder.write(rows, to: file)
    let result = try run(file, "--into", "films")
    #expect(result.status == 1)
    for message in messages { #expect(result.errors.contains(message), "\(result)") }
  }

  @Test func `bytes can be none, and transient properties are not imported`() throws {
    try folder.write(
      """
      local t = okit.types
      local A = okit.ModelEntity:extend("A", { bytes = t.data, shown = t.string("", { transient = true }) })
      okit.Model.register(okit.Model:extend("M", { list = t.list(A) }))
      """, to: "app.lua")
    try folder.write("bytes\n\"\"\n", to: "a.csv")
    #expect(try run("a.csv", "--format", "csv").status == 0)
    #expect(try folder.read("d/okit/data/default.json").contains("\"bytes\": \"\""))
    try folder.write("shown\nx\n", to: "a.csv")
    let csv = try run("a.csv", "--format", "csv")
    #expect(csv.status == 1 && csv.errors.contains("A.shown cannot be imported from CSV (it is transient)"), "\(csv)")
    try folder.write(#"{"shown": "x"}"#, to: "a.json")
    let json = try run("a.json", "--format", "json", "--into", "list")
    #expect(json.status == 1 && json.errors.contains("A.shown is transient and cannot be imported"), "\(json)")
  }

  @Test func `models that are not stored`() throws {
    try folder.write(
      """
      local t = okit.types
      local A = okit.ModelEntity:extend("A", { name = "" })
      okit.Model.register(okit.Model:extend("M", { list = t.list(A) }), "m")
      okit.Model.register(okit.ModelTransient:extend("T", { list = t.list(A) }), "t")
      okit.Model.state(function() end)
      """, to: "app.lua")
    try folder.write("name\na\n", to: "a.csv")
    for (model, text) in [
      ("m", "the state function of the application does not store model \"m\""), ("t", "model \"t\" is transient"),
      ("x", "registers no model \"x\""),
    ] {
      let result = try run(model, "a.csv", "--format", "csv")
      #expect(result.status == 1 && result.output == "" && result.errors.contains(text), "\(result)")
    }
  }

  @Test(arguments: ["csv", "json"])
  func `of many wrong rows the first ones are reported`(format: String) throws {
    let rows = (1...25).map { format == "csv" ? "x\($0)\n" : "{\"year\": \"x\($0)\"},\n" }.joined()
    try folder.write(format == "csv" ? "year\n" + rows : "[" + rows + "{\"year\": 1}]", to: "rows")
    let first = try run("rows", "--format", format, "--into", "films")
    let lines = first.errors.split(separator: "\n").map(String.init)
    #expect(first.status == 1 && lines.count == 22, "\(first)")
    #expect(lines[19].contains("x20") && lines[20] == "… and 5 rows more; --all-errors reports each", "\(lines)")
    #expect(lines[21].hasPrefix("imported nothing: rejected 25 of "))
    let all = try run("rows", "--format", format, "--into", "films", "--all-errors")
    #expect(all.errors.split(separator: "\n").count == 26 && all.errors.contains("x25"), "\(all)")
  }

  @Test func `a pipe is read`() throws {
    let arguments = ["models", "import", "app.lua", "/dev/stdin", "--format", "csv", "--into", "films"]
    for (limit, status) in [("1K", Int32(0)), ("10", 1)] {
      let process = try CommandProcess(arguments + ["--documents", "d", "--limit-document", limit], in: folder)
      try process.send("id,name\n\(limit),Ikiru\n")
      #expect(try process.end() == status, "\(limit)")
    }
    #expect(try get("films.id") == "[\"1K\"]\n")
    let named = try CommandProcess.run(
      ["models", "import", "app.lua", "pipe", "--format", "csv", "--into", "films", "--documents", "named"], in: folder,
      after: "mkfifo pipe; { printf 'id,name\\nn,Ikiru\\n' >pipe & }")
    #expect(named.status == 0 && named.output == "imported 1 row into films of default\n", "\(named)")
    let unnamed = try run("/dev/stdin", "--into", "films")
    #expect(unnamed.status == 2 && unnamed.errors.contains("pass --format csv, json, jsonl or spon"), "\(unnamed)")
  }

  @Test func `files that cannot be read`() throws {
    let device = try run("/dev/null", "--format", "csv", "--into", "films")
    #expect(
      device.status == 1
        && device.errors == "/dev/null: cannot read: it is a device, not a regular file (pass /dev/stdin, or a file)\n",
      "\(device)")
    let large = try run("films.csv", "--format", "csv", "--into", "films", "--limit-document", "10")
    #expect(large.status == 1)
    #expect(large.errors.contains("and the limit is 10 (raise it with --limit-document)"), "\(large)")
  }

  @Test(arguments: [
    ["app.lua", "--format", "csv"], ["films.csv", "--format", "csv"], ["app.lua", "none.csv", "--format", "csv"],
    ["app.lua", ".", "--format", "csv"], ["app.lua", "films.csv.old"], ["app.lua", "films"],
    ["app.lua", "films.csv", "--format", "sql"],
    ["none.lua", "films.csv", "--format", "csv"], ["app.lua", "a", "b", "films.csv", "--format", "csv"],
  ])
  func `wrong usage is rejected`(arguments: [String]) throws {
    #expect(try CommandProcess.run(["models", "import"] + arguments, in: folder).status == 2)
  }
}
