/// The state of the keys that the data key authenticates besides the contents.
struct KeyState: Equatable {
  /// Raised by the first store after each opening.
  var generation = 0
  /// The names of the models that are stored encrypted.
  var encrypted: Set<String> = []
  /// The names of those that are stored on a server.
  var onServer: Set<String> = []

  init() {}

  init(json: [UInt8]) throws {
    let json = try JSONValue.parse(json: json)
    guard case .int(let generation)? = json["generation"], case .array(let names)? = json["encrypted"] else {
      throw Diagnostic("storage.keys", "its state is wrong")
    }
    self.generation = generation
    encrypted = Self.names(names)
    if case .array(let names)? = json["server"] { onServer = Self.names(names).intersection(encrypted) }
  }

  private static func names(_ values: [JSONValue]) -> Set<String> {
    Set(values.compactMap { if case .string(let name) = $0 { name } else { nil } })
  }

  /// Notes which models are stored encrypted, and which ones plain.
  mutating func note(encrypted names: [String], plain: [String], onServer isRemote: Bool) {
    encrypted.formUnion(names)
    encrypted.subtract(plain)
    onServer.subtract(plain + names)
    if isRemote { onServer.formUnion(names) }
  }

  var json: [UInt8] {
    get throws {
      var members: [String: JSONValue] = [
        "generation": .int(generation), "encrypted": .array(encrypted.sorted().map { .string($0) }),
      ]
      if !onServer.isEmpty { members["server"] = .array(onServer.sorted().map { .string($0) }) }
      return try JSONValue.object(members).jsonBytes()
    }
  }
}
