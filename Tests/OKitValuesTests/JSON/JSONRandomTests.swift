import OKitValues
import Testing

/// SplitMix64: small, and the same on every machine.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func double() -> Double {
    switch UInt8.random(in: 0..<4, using: &self) {
    case 0: Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 100
    case 1: Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &self)) / 10_000
    case 2: Double.random(in: -1e9...1e9, using: &self)
    default: Double(bitPattern: next())
    }
  }

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<24, using: &self) {
      let limit: UInt32 = [0x7F, 0x7F, 0x7F, 0x20, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &self) ?? 0x7F
      if let scalar = UnicodeScalar(UInt32.random(in: 0...limit, using: &self)) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  mutating func jsonValue(depth: Int) -> JSONValue {
    switch UInt8.random(in: 0..<(depth == 0 ? 5 : 7), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)))
    case 3:
      // An integral double reads back as an integer, equal but of the other case.
      let value = double()
      return value.isFinite && value != value.rounded() ? .double(value) : .double(0.5)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<6, using: &self)).map { _ in jsonValue(depth: depth - 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<Int.random(in: 0..<40, using: &self) { members[text()] = jsonValue(depth: depth - 1) }
      return .object(members)
    }
  }
}

@Suite struct JSONRandomTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func readsBackWhatItWrote(seed: UInt64) throws {
    var generator = Generator(state: seed)
    for round in 0..<60 {
      let jsonValue = generator.jsonValue(depth: 3)
      let compact = try jsonValue.jsonBytes()
      #expect(try JSONValue.parse(json: compact) == jsonValue, "seed \(seed), round \(round)")
      #expect(
        try JSONValue.parse(json: jsonValue.jsonBytes(pretty: true)).jsonBytes() == compact,
        "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func readsBackDoubles(seed: UInt64) throws {
    var generator = Generator(state: seed)
    for round in 0..<20_000 {
      let value = generator.double()
      guard value.isFinite else { continue }
      let json = try JSONValue.double(value).jsonBytes()
      let back = try JSONReader.read(json) { reader in try reader.readNumber().double }
      #expect(back.bitPattern == value.bitPattern, "seed \(seed), round \(round)")
      // Never longer than the standard library's shortest text.
      #expect(json.count <= value.description.utf8.count, "seed \(seed), round \(round): \(value)")
    }
  }

  /// Any bytes give a value or a `json.syntax` inside the document, and what was read can be written and read again.
  @Test(arguments: [7, 8, 9] as [UInt64])
  func survivesAnyBytes(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let alphabet = Array("{}[]\",:\\u0123456789abDdEe+-.truefalsn \n\té\u{1}".utf8) + [0, 0x80, 0xE2, 0xED, 0xF4, 0xFF]
    for round in 0..<4000 {
      var bytes: [UInt8] = []
      if round % 2 == 0 {
        bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? 0
        }
      } else {
        // A good document with a few bytes changed, dropped or cut off.
        bytes = try generator.jsonValue(depth: 2).jsonBytes()
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          switch UInt8.random(in: 0..<3, using: &generator) {
          case 0: bytes[index] = alphabet.randomElement(using: &generator) ?? 0
          case 1: bytes.remove(at: index)
          default: bytes.removeSubrange(index...)
          }
        }
      }
      do {
        let jsonValue = try JSONValue.parse(json: bytes)
        #expect(
          try JSONValue.parse(json: jsonValue.jsonBytes()).jsonBytes() == jsonValue.jsonBytes(),
          "seed \(seed), round \(round)")
      } catch let error as Diagnostic {
        #expect(error.code == "json.syntax", "seed \(seed), round \(round)")
        let offset = try #require(error.place?.offset)
        #expect((0...bytes.count).contains(offset), "seed \(seed), round \(round)")
      }
    }
  }
}
