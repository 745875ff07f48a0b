import Testing

@testable import OKitScaffold

@Suite struct NamesTests {
  static let words: [(String, property: String, type: String, label: String)] = [
    ("releaseDate", "releaseDate", "ReleaseDate", "Release Date"),
    ("release_date", "releaseDate", "ReleaseDate", "Release Date"),
    ("Release date", "releaseDate", "ReleaseDate", "Release Date"),
    ("XMLFile", "xmlFile", "XmlFile", "XML File"),
    ("imageURL", "imageURL", "ImageURL", "Image URL"),
    ("ID", "id", "Id", "ID"),
    ("created_at", "createdAt", "CreatedAt", "Created At"),
    ("date_of_birth", "dateOfBirth", "DateOfBirth", "Date of Birth"),
    ("Straße (Nr.)", "strasseNr", "StrasseNr", "Straße Nr"),
    ("café", "cafe", "Cafe", "Café"),
    ("address2", "address2", "Address2", "Address2"),
    ("日本", "", "", "日本"),
    ("$", "", "", ""),
  ]

  @Test(arguments: words) func forms(_ test: (name: String, property: String, type: String, label: String)) {
    let words = Words(test.name)
    #expect([words.camelCase, words.pascalCase, words.label] == [test.property, test.type, test.label])
  }

  static let nouns: [(String, String)] = [
    ("book", "books"), ("category", "categories"), ("day", "days"), ("address", "addresses"), ("status", "statuses"),
    ("box", "boxes"), ("class", "classes"), ("person", "people"), ("child", "children"), ("movie", "movies"),
    ("Bestellung", "Bestellungen"), ("Person", "People"), ("match", "matches"), ("wolf", "wolves"), ("photo", "photos"),
    ("series", "series"), ("data", "data"), ("house", "houses"), ("analysis", "analyses"),
  ]

  @Test(arguments: nouns) func `singular and plural`(_ noun: (one: String, many: String)) {
    #expect([EnglishNouns.plural(noun.one), EnglishNouns.plural(noun.many)] == [noun.many, noun.many])
    #expect([EnglishNouns.singular(noun.many), EnglishNouns.singular(noun.one)] == [noun.one, noun.one])
  }

  @Test func `names are unique and no words of Lua`() {
    var names = LuaNames.properties
    let given = ["end", "end", "name", "name", "id", "", ""].map { names.unique($0, fallback: "field") }
    #expect(given == ["end_", "end2", "name", "name2", "id_", "field", "field2"])
  }
}
