import Foundation
import OKitCheck
import OKitEngine
import OKitTestSupport
import Testing

/// What names stand for, in all files of an application.
@Suite struct SymbolIndexTests {
  static let files = [
    "model.lua": """
    local okit = require "okit"
    local t = okit.types
    local Person = okit.ModelEntity:extend("Person", { name = "" })
    local Film = okit.ModelEntity:extend("Film", {
      title = "", year = 1990, seen = false, director = t.ref "Person", cast = t.list(Person),
      label = t.computed(function(self) return self.title .. self.year end),
    })
    function Film:rate(stars) self.year = self.year + stars end
    function Film:toggle() self["seen"] = not self.seen end
    okit.extend("Number", { vat = function(price) return price * 0.2 end })
    local Shop = (okit.arguments[1] and okit.ModelTransient or okit.Model):extend("Shop", {
      films = t.list(Film), best = t.entity(Film),
    })
    function Shop:first() return self.films[1] end
    okit.Model.register(Shop)
    okit.Model.register(okit.ModelTransient:extend("Archive", { old = t.list(Person) }), "archive")
    local shop = okit.Model.get()
    if shop and #shop.films == 0 then
      for _, row in ipairs { { title = "Alien", year = 1979 } } do shop.films:add(Film(row)) end
      shop.films:add { title = "Heat", director = { refKey = "mann" } }
    end
    return { Film = Film }
    """,
    "app.lua": """
    require "model"
    local okit = require "okit"
    local function text(path) return okit.ModelTableCell { path = path } end
    local properties = {
      type = "Film", titlePath = "%Films", dataPath = "films", rowSort = "year",
      cell = okit.ModelTableCell {
        path = "title", detailPath = "director/ref/name,year/vat", accyText = "= year || title",
        tap = "openFirst()", segue = "film",
      },
    }
    local Films = okit.ModelListTableController:extend("films", properties)
    function Films:openFirst() okit.navigate("film") end
    okit.ModelDetailTableController:extend("film", {
      titlePath = "title",
      sections = {
        { header = "%Film", cells = {
          text("label"), text("cast.@count"), text "cast[0]/name",
          okit.ModelTextCell { path = "$director/name", textPath = "title" },
          okit.ModelTableCell { path = "archive>old.@first.name", tap = "rate(year)" },
          okit.ModelTableCell { path = "/best/title,</best/title,../best/title", tap = "toggle()" },
          okit.ModelTableCell { path = "title/mask(%Film)" },
        } },
      },
    })
    okit.log.info(okit.localized(okit.arguments[2] and "Films" or "Film"))
    """,
    "app_test.lua": """
    local okit = okit
    local app
    before_each(function() app = okit.launch("app.lua", { fixture = { films = { { title = "Dune" } } } }) end)
    it("shows films", function()
      app:cell("title"):tap()
      expect(app.stack).to_equal { "films", "film" }
      expect(app:model().films[1].title).to_be("Dune")
      expect(app:get("/films[0]/title")).to_be("Dune")
      expect(app:model().films:find(function(film) return film.year == 1 end)).to_be(nil)
      expect(app.screen.name).to_be "film"
      expect(app.screen).to_match { name = "film" }
      expect(app.screen.name ~= "films").to_be(true)
      expect(app.screen.name).not_to_be("films")
    end)
    """,
    "en.lproj/Localizable.strings": "\"Films\" = \"Films\"; // Film\n\"Film\" = \"Film\";\n",
    "de.lproj/Localizable.strings": "Films = \"Filme\"; \"Film\" = \"Film\";\n",
  ]

  /// A place, and the symbols there.
  static let places: [(file: String, place: String, symbols: String)] = [
    ("model.lua", "ti|tle = \"\"", "property Film.title"), ("model.lua", "extend(\"|Film\"", "class Film"),
    ("model.lua", "self.|title", "property Film.title"), ("model.lua", "self.year| +", "property Film.year"),
    ("model.lua", "Film:ra|te", "function Film.rate"), ("model.lua", "self[\"se|en\"]", "property Film.seen"),
    ("model.lua", "va|t = function", "function Number.vat"), ("model.lua", "fil|ms = t.list", "property Shop.films"),
    ("model.lua", "\"arch|ive\"", "model archive"), ("model.lua", "#shop.fi|lms", "property Shop.films"),
    ("model.lua", "{ ti|tle = \"Alien\"", "property Film.title"),
    ("model.lua", "{ ti|tle = \"Heat\"", "property Film.title"), ("model.lua", "ref \"Per|son\"", "class Person"),
    ("model.lua", "self.fil|ms[1]", "property Shop.films"), ("model.lua", "okit.Mo|del.register(Shop)", ""),
    ("app.lua", "\"%Fi|lms\"", "localized text Films"), ("app.lua", "rowSort = \"ye|ar\"", "property Film.year"),
    ("app.lua", "Films:openFi|rst", "function of the controller films.openFirst"),
    ("app.lua", "navigate(\"fi|lm\")", "controller film"), ("app.lua", "path = \"|title\"", "property Film.title"),
    ("app.lua", "director/ref/na|me", "property Person.name"), ("app.lua", "direc|tor/ref", "property Film.director"),
    ("app.lua", "director/re|f/name", ""), ("app.lua", "year/va|t", "function Number.vat"),
    ("app.lua", "= ye§ar ||", "property Film.year"), ("app.lua", "|| tit§le\"", "property Film.title"),
    ("app.lua", "\"openF|irst()\"", "function of the controller films.openFirst"),
    ("app.lua", "segue = \"fil|m\"", "controller film"), ("app.lua", "type = \"Fi|lm\"", "class Film"),
    ("app.lua", "header = \"%Fi|lm\"", "localized text Film"), ("app.lua", "text(\"lab|el\")", "property Film.label"),
    ("app.lua", "text(\"ca|st.@count\")", "property Film.cast"), ("app.lua", "cast[0]/na|me", "property Person.name"),
    ("app.lua", "$direc|tor/name", "property Film.director"), ("app.lua", "$director/na|me", "property Person.name"),
    ("app.lua", "archi|ve>", "model archive"), ("app.lua", ">ol|d.@first", "property Archive.old"),
    ("app.lua", "@first.na|me", "property Person.name"), ("app.lua", "rate(ye|ar)", "property Film.year"),
    ("app.lua", "\"ra|te(year)", "function Film.rate"), ("app.lua", "\"/be|st/title,", "property Shop.best"),
    ("app.lua", "\"/best/tit|le,", "property Film.title"), ("app.lua", "(%Fi|lm)", "localized text Film"),
    ("app.lua", "and \"Fi|lms\"", "localized text Films"), ("app.lua", "or \"Fi|lm\"", "localized text Film"),
    ("app.lua", "extend(\"fi|lms\", prop", "controller films"), ("app.lua", "path =| path", ""),
    ("app_test.lua", "{ films = { { ti|tle", "property Film.title"),
    ("app_test.lua", "fixture = { fi|lms", "property Shop.films"),
    ("app_test.lua", "cell(\"ti|tle\")", "property Film.title"),
    ("app_test.lua", "{ \"fi|lms\", \"film\"", "controller films"),
    ("app_test.lua", "films[1].tit|le", "property Film.title"),
    ("app_test.lua", "to_be \"fi|lm\"", "controller film"),
    ("app_test.lua", "{ name = \"fi|lm\"", "controller film"),
    ("app_test.lua", "~= \"fil|ms\"", "controller films"),
    ("app_test.lua", "not_to_be(\"fi|lms\"", "controller films"),
    ("app_test.lua", "/films[0]/ti|tle", "property Film.title"),
    ("app_test.lua", "return film.ye|ar", "property Film.year"),
    ("en.lproj/Localizable.strings", "\"Fil|ms\"", "localized text Films"),
    ("de.lproj/Localizable.strings", "Fil|ms =", "localized text Films"),
  ]

  @Test func namesStandForSymbols() throws {
    let fixture = try SymbolFixture(Self.files)
    for (file, place, symbols) in Self.places {
      let found = try fixture.symbols(place, in: file).map { "\($0.kind.rawValue) \($0.description)" }
      #expect(found.joined(separator: ", ") == symbols, "\(file): \(place)")
    }
  }

  @Test func definitionsAndReferences() throws {
    let fixture = try SymbolFixture(Self.files)
    let index = fixture.index
    func places(_ symbol: Symbol) -> [String] { index.references(to: symbol, withDefinitions: false).map(fixture.line) }
    let title = Symbol(.property, owner: "Film", name: "title")
    #expect(index.definitions(of: title).map(fixture.line) == ["model.lua:5"])
    #expect(
      places(title) == [
        "app.lua:7", "app.lua:7", "app.lua:14", "app.lua:18", "app.lua:20", "app.lua:20", "app.lua:20", "app.lua:21",
        "app_test.lua:3", "app_test.lua:5", "app_test.lua:7", "app_test.lua:8", "model.lua:6", "model.lua:19",
        "model.lua:20",
      ])
    let films = Symbol(.controller, name: "films")
    #expect(index.definitions(of: films).map(fixture.line) == ["app.lua:11"])
    #expect(places(films) == ["app_test.lua:6", "app_test.lua:12", "app_test.lua:13"])
    let rate = Symbol(.function, owner: "Film", name: "rate")
    #expect(index.definitions(of: rate).map(fixture.line) == ["model.lua:8"])
    let text = Symbol(.localizedText, name: "Film")
    #expect(index.definitions(of: text).count == 2)
    #expect(places(text) == ["app.lua:16", "app.lua:21", "app.lua:25"])
  }

  /// A name that is read in contexts of two classes stands for both.
  @Test func aNameMayStandForSeveralSymbols() throws {
    let fixture = try SymbolFixture([
      "app.lua": """
      local okit = require "okit"
      local A = okit.ModelEntity:extend("A", { name = "" })
      local B = okit.ModelEntity:extend("B", { name = "" })
      okit.Model.register(okit.Model:extend("Shop", { as = okit.types.list(A), bs = okit.types.list(B) }))
      for _, list in ipairs { "as", "bs" } do
        okit.ModelListTableController:extend(list, { dataPath = list, cell = okit.ModelTableCell { path = "name", \
      segue = "one" } })
      end
      okit.TabBarController:extend("home", { tabs = { { title = "#A", root = "as" }, { title = "#B", root = "bs" } } })
      okit.ModelDetailTableController:extend("one", { titlePath = "name" })
      """
    ])
    #expect(try fixture.symbols("titlePath = \"na|me\"", in: "app.lua").map(\.description) == ["A.name", "B.name"])
    #expect(try fixture.symbols("ipairs { \"a|s\"", in: "app.lua").map(\.description) == ["Shop.as", "as"])
  }

  /// A tab bar shows texts and badges in the context of the application.
  @Test func tabs() throws {
    let fixture = try SymbolFixture([
      "app.lua": """
      local okit = require "okit"
      local Film = okit.ModelEntity:extend("Film", { title = "" })
      okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
      okit.ModelListTableController:extend("films", { dataPath = "films", cell = okit.ModelTableCell { path = "title" \
      } })
      okit.TabBarController:extend("home", { tabs = { { title = "%Films", badgePath = "films.@count", root = "films" } \
      } })
      """,
      "en.lproj/Localizable.strings": "\"Films\" = \"Films\";",
    ])
    #expect(try fixture.symbols("title = \"%Fi|lms", in: "app.lua").map(\.kind) == [.localizedText])
    #expect(try fixture.symbols("badgePath = \"fi|lms", in: "app.lua").map(\.description) == ["Shop.films"])
    let rename = try fixture.index.rename(Symbol(.localizedText, name: "Films"), to: "Movies")
    #expect(rename.edits.count == 2)
  }

  @Test func semanticTokens() throws {
    let fixture = try SymbolFixture(Self.files)
    let tokens = fixture.index.tokens(in: fixture.file("app.lua")).map { token in
      let bytes = fixture.index.text(of: token.file) ?? []
      return "\(String(decoding: bytes[token.range.lower..<token.range.upper], as: UTF8.self)) \(token.kind.rawValue)"
        + (token.isBuiltIn ? " built-in" : "")
    }
    for expected in [
      "title property", "rate function", "archive namespace", "@count operator built-in", "Film string", "film class",
      "ref function built-in", "vat function", "mask function built-in",
    ] { #expect(tokens.contains(expected), "\(expected)") }
    #expect(!tokens.contains { $0.hasSuffix("variable") })
  }
}
