import CFloor

extension Workload {
  static let floors = Workload(
    name: "floors", about: "the least programs for goals that are missed: what no faster okit could avoid"
  ) { surroundings, report in
    try Floors.start(surroundings, report)
    try Floors.elements(surroundings, report)
    try Floors.launches(surroundings, report)
    try Floors.server(surroundings, report)
  } verify: { surroundings in
    // Three models, 7 genres and 98 books with their parts, the groups and the authors.
    try check(try Floors.launch("bookshop/app.lua", surroundings).entities, equals: 571, "C")
  }
}

/// The least programs, each beside the peer of the row that it explains.
enum Floors {
  static func start(_ surroundings: Surroundings, _ report: Report) throws {
    let program = Program(name: "okit-start", path: "\(surroundings.root)/.build/release/okit-start")
    guard Files.exists(program.path) else { throw BenchError("\(program.path) does not exist; run \"make bench\"") }
    let value = try program.milliseconds([], repeats: 41)
    let lua = try surroundings.peers[.lua]?.milliseconds(["-e", ""], repeats: 41)
    try report.add("floors: a program with Foundation", value, .milliseconds, besides: "lua5.4 -e ''", lua)
  }

  /// `list:add` beside plain tables.
  static func elements(_ surroundings: Surroundings, _ report: Report) throws {
    let count = 100_000
    let plain = try surroundings.peers.run(.lua, "access")["add"]?.value
    try withEntities(count + 1) { lua in
      let add = floor_load(lua, adding)
      let value = try measure(.nanoseconds, per: count, repeats: 7) {
        try check(Int(floor_call(lua, add, Int64(count))), equals: count, "C")
      }
      try report.add("floors: list:add { … }", value, .nanoseconds, besides: "lua5.4: add", plain)
    }
  }

  /// Adds elements to a list of a model, whose length it returns.
  private static let adding = """
    return function(n)
      entities.reset()
      local item = entities.class({}, { "price", "name" }, {})
      local shop = entities.class({}, { "items" }, { items = item })
      local items = entities.register(entities.create(shop, {})).items
      for i = 1, n do items:add { price = i, name = "abc" } end
      return #items
    end
    """

  private static func withEntities<Result>(_ limit: Int, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard let lua = floor_open() else { throw BenchError("no Lua state for C") }
    defer {
      floor_close(lua)
      floor_close_entities()
    }
    guard floor_define_entities(lua, UInt32(limit)) else { throw BenchError("no entities in C") }
    return try body(lua)
  }

  /// The scripts of applications with a module that keeps what it is given, each in a new environment.
  static func launches(_ surroundings: Surroundings, _ report: Report) throws {
    let findings = try surroundings.findings("launch", [.lua], ["\(surroundings.root)/scripts"])
    for (script, found) in findings.sorted(by: { $0.key < $1.key }) {
      guard let value = found.first?.1.value else { continue }
      try report.add("floors: okit.launch of \(script)", value / 1000, .microseconds)
    }
    for script in findings.keys.sorted() {
      let (value, _) = try launch(script, surroundings)
      try report.add("floors: okit.launch of \(script), entities in C", value / 1000, .microseconds)
    }
  }

  /// Returns the least time of a launch with entities in C, in nanoseconds, and their number.
  static func launch(_ script: String, _ surroundings: Surroundings) throws -> (Double, entities: Int) {
    let root = surroundings.root
    return try withEntities(2_000) { lua in
      let value = floor_launch(lua, "\(root)/Benchmarks/Peers/launch.lua", "\(root)/scripts", script)
      guard value >= 0 else { throw BenchError("the launch of \(script) with entities in C has failed") }
      return (value, Int(floor_entity_count()))
    }
  }

  /// A process that loads 100 documents with libcurl.
  static func server(_ surroundings: Surroundings, _ report: Report) throws {
    let server = try LoopbackServer(surroundings)
    guard let curl = Program.find("curl") else { return }
    let count = 100
    let file = "\(surroundings.scratch)/floor.json"
    try Files.write(Array(repeating: UInt8(ascii: "7"), count: 10_000), to: file)
    let options = ["--silent", "--no-progress-meter", "--fail", "--parallel", "--parallel-max", "6"]
    func transfer(_ arguments: (String) -> [String]) throws {
      let arguments = (1...count).flatMap { arguments("\(server.url)/m\($0).json") }
      guard try curl.run(options + arguments).status == 0 else { throw BenchError("curl has failed") }
    }
    try transfer { ["--upload-file", file, $0] }
    let process = SeparateProcess.documents
    let (value, peer) = try measure(.milliseconds, per: 1, repeats: 11, by: wallTime) {
      let bytes = try process.findings([server.url, "\(count)"]).required("bytes").result
      try check(bytes, equals: 10_000 * count, "libcurl")
    } beside: {
      try transfer { ["--output", "/dev/null", $0] }
    }
    try report.add("floors: load 100 documents", value, .milliseconds, peer: "curl --parallel", peer)
  }
}

extension SeparateProcess {
  static let documents = SeparateProcess(name: "documents") { arguments in
    guard arguments.count == 2, let count = Int64(arguments[1]) else { throw BenchError("documents: url count") }
    let bytes = floor_http_load(arguments[0], count, 6)
    guard bytes >= 0 else { throw BenchError("libcurl loads nothing") }
    return [("bytes", 0, Int(bytes))]
  }
}
