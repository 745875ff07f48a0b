import OKitEngine
import OKitSQLite

extension Workload {
  static let places = Workload(name: "places", about: "a list of 230,000 places, driven as a person does") {
    surroundings, report in
    let fetched = "\(surroundings.root)/scripts/world/data/places/\(SameWork.documentPath)"
    let isFetched = Files.exists(fetched)
    let data = isFetched ? "" : ", made data"
    let document = isFetched ? try Files.read(fetched) : try WorldData.places()
    let file = "\(surroundings.scratch)/places.json"
    try Files.write(document, to: file)
    let findings = try surroundings.findings("places", [.python], [file])
    let script = "\(surroundings.root)/scripts/world/places.lua"

    func add(_ what: String, _ value: Double, result: Int, goal: Double) throws {
      let key = what.split(separator: " ").joined(separator: "-")
      try report.add(
        "places: \(what)\(data)", value, .milliseconds, besides: findings[key] ?? [], result: result,
        goals: ["python3": goal])
    }

    func launch() throws -> PlacesList { try PlacesList(script: script, document: document) }
    let first = try measure(.milliseconds, repeats: 5) { _ = try launch() }
    let list = try launch()
    try add("file to first screen", first, result: list.fingerprint(), goal: 1)

    let folder = "\(surroundings.scratch)/places"
    try launch().convert(to: SQLiteDatabases(documents: folder))
    let rows = try measure(.milliseconds, repeats: 5) {
      _ = try PlacesList(script: script, document: nil, databases: SQLiteDatabases(documents: folder))
    }
    try report.add("places: SQLite to first screen\(data)", rows, .milliseconds, goal: 500)

    let firstKey = try measure(.milliseconds, repeats: 5) {
      try launch()
    } _: { fresh in
      try fresh.search("s")
    }
    try list.search("s")
    try add("first key", firstKey, result: list.fingerprint(), goal: 1)
    let nextKey = try measure(.milliseconds, repeats: 11) {
      try list.search("s")
    } _: {
      try list.search("sa")
    }
    try add("next key", nextKey, result: list.fingerprint(), goal: 1)
    try list.search("")

    for (what, button) in [("grouped", "Grouped"), ("sorted by country", "By country")] {
      let value = try measure(.milliseconds, repeats: 5) {
        try list.open(button)
        try list.back()
      }
      try list.open(button)
      try add(what, value, result: list.fingerprint(), goal: 1)
      try list.back()
    }

    let rounds = 20
    let change = try measure(.milliseconds, per: rounds) { for _ in 0..<rounds { try list.change() } }
    try add("change", change, result: list.fingerprint(), goal: 0.01)
    let store = try measure(.milliseconds, repeats: 5) {
      try list.change()
    } _: {
      try list.store()
    }
    // The peer ends without a line feed.
    try add("store", store, result: try list.storedSize() - 1, goal: 1)
  }
}
