import OKitEngine
import Testing

/// The answers at places of an application: `|` is the cursor in a changed part of its script.
@Suite struct FeatureTests {
  private static let files = [
    "en.lproj/Localizable.strings": "\"Films\" = \"Films\"; \"Sold out\" = \"Sold out!\";\n",
    "model.lua": """
    local okit = require "okit"
    local t = okit.types
    local Studio = okit.ModelEntity:extend("Studio", { name = "" })
    local Person = okit.ModelEntity:extend("Person", { name = "" })
    local Film = okit.ModelEntity:extend("Film", {
      -- The title as on the poster.
      title = "", year = 1990,
      studio = t.entity "Studio", director = t.ref "Person", cast = t.list(Person),
      rating = t.computed(function(self) return self:get("year") end), -- From 1 to 5.
    })
    -- Rates the film.
    function Film:rate(stars, comment) self.year = self.year + stars end -- okit: ignore function.unused
    okit.extend("Number", { vat = function(price, rate) return price * rate end }) -- okit: ignore function.unused
    okit.Model.register(okit.Model:extend("Shop", { films = t.list(Film), owner = t.entity "Person" }))
    okit.Model.register(okit.ModelTransient:extend("Directory", { people = t.list(Person) }), "directory")
    return { Film = Film }
    """,
  ]

  private static let app = """
    require "model"
    local okit = require "okit"
    local Cell = okit.ModelTableCell:extend("FilmCell", { path = "title" })
    okit.ModelListTableController:extend("films", {
      dataPath = "films", titlePath = "%Films", rowSort = "year",
      cell = Cell { detailPath = "studio/name", segue = "film" },
    })
    okit.ModelDetailTableController:extend("film", { titlePath = "title", sections = {
      { header = "#Film", cells = {
        okit.ModelTableCell { path = "title", tap = "rate(year, #good)" },
        okit.ModelTableCell { path = "year", contextPath = "." },
      } },
    } })

    """

  /// A client that has changed a part of the script, and the place of the cursor in it.
  private static func client(_ old: String, _ new: String) throws -> (TestClient, JSONValue) {
    let client = try TestClient(files)
    try client.open("app.lua", app)
    try client.settle()
    let cursor = try #require(new.firstIndex(of: "|"))
    let range = try #require(app.firstRange(of: old))
    let before = app[..<range.lowerBound] + new[..<cursor]
    let text = before + new[new.index(after: cursor)...] + app[range.upperBound...]
    try client.change("app.lua", String(text), version: 2)
    let line = before.split(separator: "\n", omittingEmptySubsequences: false)
    let position: JSONValue = ["line": .int(line.count - 1), "character": .int(line.last?.utf16.count ?? 0)]
    return (client, ["textDocument": ["uri": client.uri("app.lua")], "position": position])
  }

  // MARK: Completion

  /// A part of the script, what it is changed to, and the first completions in the order in which editors show them.
  private static let completions: [(String, String, String)] = [
    ("\"year\"", "\"|\"", "cast director rate rating studio title year"),
    ("\"year\"", "\"ye|", "cast director rate rating studio title year"),
    ("dataPath = \"films\"", "dataPath = \"|\"", "films owner directory> id model parent type"),
    ("dataPath = \"films\"", "dataPath = \"directory>|\"", "people id model parent type"),
    ("\"%Films\"", "\"%|\"", "Films Sold_out"),
    ("\"%Films\"", "\"#All, %|\"", "Films Sold_out"),
    ("\"%Films\"", "\"films.@|\"", "avg count distinctUnionOfArrays distinctUnionOfObjects first last max min sum"),
    ("\"%Films\"", "\"owner.@|\"", ""),
    ("\"%Films\"", "\"#Fi|\"", ""),
    ("\"studio/name\"", "\"studio/|\"", "name id model parent type"),
    ("\"studio/name\"", "'studio/|", "name id model parent type"),
    ("\"studio/name\"", "[[studio/|", "name id model parent type"),
    ("\"studio/name\"", "\"director/|\"", "refKey description id model parent ref type"),
    ("\"studio/name\"", "\"director/ref/|\"", "name id model parent type"),
    ("\"studio/name\"", "\"$director/|\"", "name id model parent type"),
    ("\"studio/name\"", "\"cast.|\"", "name avg count first id joined last max min model parent reversed"),
    ("\"studio/name\"", "\"cast[0]/|\"", "name id model parent type"),
    ("\"studio/name\"", "\"cast.@first.|\"", "name id model parent type"),
    ("\"studio/name\"", "\"year/|\"", "vat abs ceil floor formatCurrency"),
    ("\"studio/name\"", "\"year/vat(|\"", "cast director rate rating studio title year"),
    ("\"studio/name\"", "\"../|\"", "films owner id model parent type"),
    ("\"studio/name\"", "\"<|\"", "cast director rate"),
    ("\"studio/name\"", "\"</|\"", "films owner id model parent type"),
    ("\"studio/name\"", "\"= year + |\"", "cast director rate rating studio title year abs char coalesce"),
    ("\"studio/name\"", "\"= studio.|\"", "name id model parent type"),
    ("\"studio/name\"", "\"= [studio/|\"", "name id model parent type"),
    ("segue = \"film\"", "segue = \"|\"", "film films"),
    ("segue = \"film\"", "segue = { kind = \"present\", to = \"|\" }", "film films"),
    ("path = \"title\" })", "path = \"|\" })", "cast director rate"),
    ("contextPath = \".\"", "contextPath = \"studio\", detailPath = \"|\"", "name directory> id model parent"),
    ("{ header = \"#Film\"", "{ header = \"|\"", "cast director rate"),
    ("titlePath = \"title\"", "titlePath = \"|", "cast director rate"),
    ("titlePath = \"title\"", "titleStyle = \"|", ""),
    // A screen with fields answers `valid()`.
    (
      "titlePath = \"title\"", "titlePath = \"v|",
      "cast director rate rating studio title year directory> id model parent type valid"
    ),
    ("titlePath = \"%Films\"", "titlePath = \"v|", "films owner directory> id model parent type"),
    ("require \"model\"", "require \"|\"", ""),
    ("dataPath = \"films\"", "type = \"|\", dataPath = \"films\"", "Directory Film Person Shop Studio"),
    ("require \"model\"", "okit.navigate(\"|", "film films"),
    ("require \"model\"", "okit.localized \"|\"", "Films Sold_out"),
    ("require \"model\"", "function Film:name() return self:getString(\"|\") end", "cast director rate"),
    // A controller that is new, in a script that Lua cannot read.
    (
      "require \"model\"",
      "okit.ModelListTableController:extend(\"new\", { dataPath = \"films\", cell = Cell { path = \"|",
      "cast director rate"
    ),
    (
      "require \"model\"",
      "okit.ModelDetailTableController:extend(\"new\", { sections = { { cells = { Cell { path = \"|",
      "films owner directory>"
    ),
  ]

  /// The same in a section with the rows of a collection.
  private static let completionsInSections: [(String, String, String)] = [
    ("rowSort = \"|", "cast director rate"), ("moreActions = { { name = \"%A\", tap = \"|", "cast director rate"),
    ("cell = Cell { path = \"|", "cast director rate"), ("segue = \"|", "film films"),
    ("header = \"|", "films owner directory>"),
  ].map { field, names in
    let section = "sections = { { dataPath = \"films\", \(field)"
    return ("require \"model\"", "okit.ModelDetailTableController:extend(\"new\", { \(section)", names)
  }

  @Test(arguments: completions + completionsInSections) func completion(
    _ old: String, _ new: String, _ expected: String
  ) throws {
    let (client, params) = try Self.client(old, new)
    let response = try client.request("textDocument/completion", params)
    let items = response["result"]?["items"]?.all ?? []
    let labels = items.sorted { $0.sortKey < $1.sortKey }.map(\.label)
    let wanted = expected.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    #expect(Array(labels.prefix(max(1, wanted.count))) == wanted)
  }

  @Test func aCompletionReplacesTheNameThatIsWritten() throws {
    let (client, params) = try Self.client("\"studio/name\"", "\"#ä😀, studio/na|\"")
    let items = try client.request("textDocument/completion", params)["result"]?["items"]?.all ?? []
    let item = try #require(items.first { $0["label"] == "name" })
    #expect(item["detail"] == "name: String")
    #expect(item["kind"] == 5)
    #expect(
      item["textEdit"] == [
        "newText": "name",
        "range": ["start": ["line": 5, "character": 43], "end": ["line": 5, "character": 45]],
      ])
  }

  // MARK: Hover

  private static let hovers: [(String, String, String?)] = [
    ("\"studio/name\"", "\"stu|dio/name\"", "Film.studio: Studio ⏎ Declared in model.lua:8"),
    ("\"studio/name\"", "\"studio/nam|e\"", "Studio.name: String ⏎ Declared in model.lua:3"),
    ("\"studio/name\"", "\"ti|tle", "Film.title: String ⏎ The title as on the poster. ⏎ Declared in model.lua:7"),
    ("\"studio/name\"", "\"rati|ng\"", "Film.rating ⏎ Computed property. ⏎ From 1 to 5. ⏎ Declared in model.lua:9"),
    (
      "\"studio/name\"", "\"year/v|at(#2)\"",
      "Number.vat(rate) ⏎ Extension function of Number. ⏎ Declared in model.lua:13"
    ),
    (
      "\"studio/name\"", "\"year/rou|nd\"",
      """
      Number.round([digits]): Number ⏎ Rounded to an integer, or to that many decimal places; negative: before the \
      decimal point.
      """
    ),
    ("\"studio/name\"", "\"director/re|f\"", "ModelRef.ref: Person ⏎ The entity to which the reference refers."),
    ("\"studio/name\"", "\"= up|per(title)\"", "upper(text) ⏎ The text with ASCII letters in upper case."),
    (
      "rate(year", "ra|te(year",
      "Film.rate(stars, comment) ⏎ Function of Film. ⏎ Rates the film. ⏎ Declared in model.lua:12"
    ),
    ("rate(year", "rate(y|ear", "Film.year: Int ⏎ Declared in model.lua:7"),
    ("\"%Films\"", "\"%Fil|ms\"", "%Films ⏎ - en: Films"),
    ("\"%Films\"", "\"%Sold o|ut\"", "%Sold out ⏎ - en: Sold out!"),
    ("\"%Films\"", "\"films.@co|unt\"", "@count ⏎ The number of elements."),
    ("\"%Films\"", "\"direct|ory>people.@count\"", "model directory: Directory"),
    (
      "segue = \"film\"", "segue = \"fi|lm\"",
      "film: ModelDetailTableController ⏎ Context: Film ⏎ Declared in app.lua:8"
    ),
    ("\"studio/name\"", "\"no|ne\"", nil), ("\"studio/name\"", "\"#no|ne\"", nil), ("local Cell", "local Ce|ll", nil),
  ]

  @Test(arguments: hovers) func hover(_ old: String, _ new: String, _ expected: String?) throws {
    let (client, params) = try Self.client(old, new)
    let result = try client.request("textDocument/hover", params)["result"]
    let text = result?["contents"]?["value"]?.text?.replacing("```okit\n", with: "").replacing("\n```", with: "")
      .replacing("\n\n", with: " ⏎ ")
    #expect(text == expected)
  }

  // MARK: Signatures

  private static let signatures: [(String, String, String?)] = [
    ("rate(year, #good)", "rate(|", "rate(stars, comment) 0"),
    ("rate(year, #good)", "rate(year,|)", "rate(stars, comment) 1"),
    ("rate(year, #good)", "rate(a,b,c,|)", "rate(stars, comment) 1"), ("rate(year, #good)", "rate(year)|", nil),
    ("\"studio/name\"", "\"year/vat(|", "vat(rate) 0"), ("\"studio/name\"", "\"title/mask(|", "mask(mask): String 0"),
    ("\"studio/name\"", "\"= substr(title, |", "substr(x, start, [count]) 1"),
    ("\"studio/name\"", "\"= max(1, 2, 3, |", "max(x, y, …) 2"), ("\"studio/name\"", "\"= (1, |", nil),
    ("\"studio/name\"", "\"cast/joined(|", "joined([separator]) 0"), ("\"studio/name\"", "\"none(|", nil),
  ]

  @Test(arguments: signatures) func signature(_ old: String, _ new: String, _ expected: String?) throws {
    let (client, params) = try Self.client(old, new)
    let result = try client.request("textDocument/signatureHelp", params)["result"]
    let label = result?["signatures"]?.all.first?["label"]?.text
    let active = result?["activeParameter"].flatMap { if case .int(let number) = $0 { number } else { nil } }
    #expect(label.map { "\($0) \(active ?? -1)" } == expected)
  }
}

extension JSONValue {
  var all: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var label: String { self["label"]?.text ?? "" }
  fileprivate var sortKey: String { self["sortText"]?.text ?? label }
}
