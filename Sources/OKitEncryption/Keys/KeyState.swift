internal import OKitEngine

/// The state of the keys that the data key authenticates besides the contents.
struct KeyState: Equatable {
  /// Raised by the first store after each opening.
  var generation = 0
  /// The names of the models that are stored encrypted.
  var encrypted: Set<String> = []

  init() {}

  init(json: [UInt8]) throws {
    let json = try JSONValue.parse(json: json)
    guard case .int(let generation)? = json["generation"], case .array(let names)? = json["encrypted"] else {
      throw Diagnostic("storage.keys", "its state is wrong")
    }
    self.generation = generation
    encrypted = Set(names.compactMap { if case .string(let name) = $0 { name } else { nil } })
  }

  var json: [UInt8] {
    get throws {
      try JSONValue.object([
        "generation": .int(generation), "encrypted": .array(encrypted.sorted().map { .string($0) }),
      ]).jsonBytes()
    }
  }
}
