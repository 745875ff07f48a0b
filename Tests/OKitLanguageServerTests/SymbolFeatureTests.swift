import Foundation
import OKitEngine
import Testing

/// Definition, references, rename, semantic tokens and lists of symbols, through the server.
@Suite struct SymbolFeatureTests {
  private static let model = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { title = "", year = 1990 })
    function Film:rate(stars) self.year = self.year + stars end
    okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))

    """
  private static let app = """
    require "model"
    local okit = require "okit"
    okit.ModelListTableController:extend("films", {
      dataPath = "films", titlePath = "%Films", segue = "film",
      cell = okit.ModelTableCell { path = "title", detailPath = "#ä😀,films,year", tap = "rate(#3)" },
    })
    okit.ModelDetailTableController:extend("film", { titlePath = "title" })

    """
  private static let texts = "\"Films\" = \"Filme\";\n"

  private static func client(
    _ capabilities: JSONValue = .object([:]), encodings: [String] = []
  ) throws -> TestClient {
    let client = try TestClient(
      ["model.lua": model, "app.lua": app, "de.lproj/Localizable.strings": texts], encodings: encodings,
      workspace: capabilities)
    try client.open("app.lua", app)
    try client.settle()
    return client
  }

  /// The parameters for `|` in a text of a file.
  private static func place(
    _ client: TestClient, _ marked: String, _ name: String = "app.lua", _ text: String = app
  ) throws -> [String: JSONValue] {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let range = try #require(text.firstRange(of: parts[0] + parts[1]))
    let before = (text[..<range.lowerBound] + parts[0]).split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "textDocument": ["uri": client.uri(name)],
      "position": ["line": .int(before.count - 1), "character": .int(before.last?.utf16.count ?? 0)],
    ]
  }

  /// Locations as tests write them: `app.lua:1:2-3`, from 0.
  private static func locations(_ value: JSONValue?) -> [String] {
    guard case .array(let elements)? = value else { return [] }
    return elements.map { location in
      guard case .string(let uri)? = location["uri"] else { return "" }
      return "\(uri.split(separator: "/").last ?? ""):\(range(location["range"]))"
    }
  }

  private static func range(_ range: JSONValue?) -> String {
    func number(_ end: String, _ name: String) -> String {
      if case .int(let number)? = range?[end]?[name] { "\(number)" } else { "?" }
    }
    return "\(number("start", "line")):\(number("start", "character"))-\(number("end", "character"))"
  }

  static let definitions: [(place: String, definitions: [String])] = [
    ("path = \"ti|tle\"", ["model.lua:1:47-52"]), ("detailPath = \"#ä😀,films,ye|ar", ["model.lua:1:59-63"]),
    ("tap = \"ra|te", ["model.lua:2:14-18"]), ("segue = \"fi|lm\"", ["app.lua:6:40-44"]),
    ("\"%Fi|lms\"", ["Localizable.strings:0:1-6"]), ("require \"mo|del\"", []),
  ]

  @Test(arguments: definitions) func definition(_ place: String, _ expected: [String]) throws {
    let client = try Self.client()
    let response = try client.request("textDocument/definition", .object(try Self.place(client, place)))
    #expect(Self.locations(response["result"]) == expected)
  }

  @Test func references() throws {
    let client = try Self.client()
    var params = try Self.place(client, "path = \"ti|tle\"")
    for (includes, expected) in [
      (false, ["app.lua:4:39-44", "app.lua:6:62-67"]),
      (true, ["app.lua:4:39-44", "app.lua:6:62-67", "model.lua:1:47-52"]),
    ] {
      params["context"] = ["includeDeclaration": .bool(includes)]
      let response = try client.request("textDocument/references", .object(params))
      #expect(Self.locations(response["result"]) == expected)
    }
  }

  /// A text that was changed a moment ago counts as it is, and a text with a mistake as far as it is the same.
  @Test func placesFollowTheText() throws {
    let client = try Self.client()
    try client.change("app.lua", "\n-- New.\n" + Self.app, version: 2)
    var params = try Self.place(client, "path = \"ti|tle\"", "app.lua", "\n-- New.\n" + Self.app)
    let response = try client.request("textDocument/references", .object(params))
    #expect(Self.locations(response["result"]).first == "app.lua:6:39-44")
    let broken = "local = 1\n" + Self.app
    try client.change("app.lua", broken, version: 3)
    params = try Self.place(client, "path = \"ti|tle\"", "app.lua", broken)
    let definition = try client.request("textDocument/definition", .object(params))
    #expect(Self.locations(definition["result"]) == ["model.lua:1:47-52"])
    params["newName"] = "caption"
    let rename = try client.request("textDocument/rename", .object(params))
    #expect(rename["error"]?["message"] == "the application has a mistake; solve it before you rename")
  }

  @Test func prepareRename() throws {
    let client = try Self.client()
    let named = try client.request("textDocument/prepareRename", .object(try Self.place(client, "path = \"ti|tle\"")))
    #expect(named["result"]?["placeholder"] == "title")
    #expect(Self.range(named["result"]?["range"]) == "4:39-44")
    let nothing = try client.request("textDocument/prepareRename", .object(try Self.place(client, "da|taPath")))
    #expect(nothing["result"] == .null)
  }

  @Test func renameAsChanges() throws {
    let client = try Self.client()
    var params = try Self.place(client, "path = \"ti|tle\"")
    params["newName"] = "caption"
    let result = try client.request("textDocument/rename", .object(params))["result"]
    let model = result?["changes"]?[try #require(client.uri("model.lua").text)]?.all ?? []
    #expect(model.map { Self.range($0["range"]) } == ["1:47-52"])
    #expect(model.first?["newText"] == "caption")
    let note = client.notifications.last { $0["method"] == "window/showMessage" }
    #expect(note?["params"]?["message"]?.text?.contains("Stored documents keep the name") == true)
    params["newName"] = "year"
    let error = try client.request("textDocument/rename", .object(params))["error"]
    #expect(error?["message"] == "\"year\" is taken: Film has this name already\nuse another name")
  }

  @Test func renameAsDocumentChangesWithAnAnnotation() throws {
    let client = try Self.client(["workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": .object([:])]])
    var params = try Self.place(client, "tap = \"ra|te")
    params["newName"] = "judge"
    let function = try client.request("textDocument/rename", .object(params))["result"]
    let documents = function?["documentChanges"]?.all ?? []
    #expect(documents.map { $0["textDocument"]?["version"] } == [.int(1), .null])
    #expect(function?["changeAnnotations"] == nil)
    params = try Self.place(client, "path = \"ti|tle\"")
    params["newName"] = "caption"
    let property = try client.request("textDocument/rename", .object(params))["result"]
    let annotation = property?["changeAnnotations"]?["okit.stored"]
    #expect(annotation?["description"]?.text?.contains("migrate") == true)
    #expect(property?["documentChanges"]?.all.first?["edits"]?.all.first?["annotationId"] == "okit.stored")
  }

  @Test func renameInEverySeparateFile() throws {
    let client = try Self.client()
    var params = try Self.place(client, "\"%Fi|lms\"")
    params["newName"] = "Movies"
    let changes = try client.request("textDocument/rename", .object(params))["result"]?["changes"]
    let texts = changes?[try #require(client.uri("de.lproj/Localizable.strings").text)]?.all ?? []
    #expect(texts.map { Self.range($0["range"]) } == ["0:1-6"])
  }

  /// Line, character, length, type and modifiers of the tokens of a line, in both encodings.
  @Test(arguments: ["utf-16", "utf-8"]) func semanticTokens(_ encoding: String) throws {
    let client = try Self.client(encodings: encoding == "utf-8" ? ["utf-8"] : [])
    let legend = client.initialization["capabilities"]?["semanticTokensProvider"]?["legend"]?["tokenTypes"]?.all ?? []
    #expect(legend.first == "property")
    let response = try client.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": client.uri("app.lua")]])
    let data = (response["result"]?["data"]?.all ?? []).map(\.number)
    #expect(data.count % 5 == 0 && data.count >= 40)
    var (line, character, tokens) = (0, 0, [String]())
    for index in stride(from: 0, to: data.count, by: 5) {
      character = data[index] == 0 ? character + data[index + 1] : data[index + 1]
      line += data[index]
      tokens.append("\(line):\(character)+\(data[index + 2]) \(legend[data[index + 3]].text ?? "")")
    }
    let shift = encoding == "utf-8" ? 3 : 0
    #expect(tokens.contains("3:14+5 property"))
    #expect(tokens.contains("3:36+5 string"))
    #expect(tokens.contains("4:39+5 property"))
    #expect(tokens.contains("4:\(72 + shift)+4 property"), "\(tokens)")
    #expect(tokens.contains("4:\(86 + shift)+4 function"), "\(tokens)")
  }

  @Test func documentSymbols() throws {
    let client = try Self.client()
    try client.open("model.lua", Self.model)
    let response = try client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": client.uri("model.lua")]])
    let all = response["result"]?.all ?? []
    #expect(all.map { $0["name"]?.text } == ["Film", "Shop"])
    let members = all.first?["children"]?.all ?? []
    #expect(members.map { $0["name"]?.text } == ["title", "year", "rate"])
    let lines = Self.model.split(separator: "\n")
    // Each definition of this script is in one line of ASCII characters.
    func part(_ symbol: JSONValue?) throws -> Substring {
      let range = try #require(symbol?["range"])
      let start = try #require(range["start"])
      let line = lines[try #require(start["line"]?.number)]
      let end = try #require(range["end"]?["character"]?.number)
      return line.prefix(end).dropFirst(start["character"]?.number ?? 0)
    }
    #expect(try part(all.first) == #"okit.ModelEntity:extend("Film", { title = "", year = 1990 })"#)
    #expect(try part(members.first) == #"title = """#)
    #expect(try part(members.last) == "function Film:rate(stars) self.year = self.year + stars end")
  }

  @Test func workspaceSymbols() throws {
    let client = try Self.client()
    let response = try client.request("workspace/symbol", ["query": "FILM"])
    let names = (response["result"]?.all ?? []).compactMap { $0["name"]?.text }
    #expect(Set(names) == ["Film", "title", "year", "rate", "films", "film", "Films"])
  }
}

extension JSONValue {
  fileprivate var number: Int { if case .int(let number) = self { number } else { -1 } }
}
