import OKitModel

/// Random binding texts that the grammar allows, and random texts that it mostly does not; the same for the same seed.
struct BindingGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &self)] }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  private mutating func several(_ range: ClosedRange<Int>, _ make: (inout Self) -> String) -> [String] {
    (0..<Int.random(in: range, using: &self)).map { _ in make(&self) }
  }

  private mutating func space() -> String { chance(15) ? pick([" ", "  ", "\t", "\n", "\u{a0}"]) : "" }

  // MARK: Texts of the grammar

  mutating func binding(depth: Int = 3) -> String {
    several(1...3) { $0.part(depth: depth) }.joined(separator: ",")
  }

  private mutating func part(depth: Int) -> String {
    let content =
      switch Int.random(in: 0..<10, using: &self) {
      case 0, 1: "#" + constant()
      case 2: "%" + constant()
      default: path(depth: depth)
      }
    return space() + (chance(15) ? "!" + space() : "") + content + space()
  }

  private mutating func constant() -> String {
    pick([
      "", "true", "12", "-3", "0.25", "1.50", "a b", " x ", "(a, b)", ":)", #"\u{2c}"#, #"\u{31}"#, #"\u{74}rue"#, "é",
      "😀",
      "😀", #"\u{20}a\u{a}"#, #"C:\dir"#, #"\u{5c}u{41}"#, "a/b>c[0]", "\u{301}", "e\u{301}",
    ]).replacing(":)", with: chance(50) ? "" : #"\u{29}"#)
  }

  private mutating func path(depth: Int) -> String {
    let model = chance(15) ? name() + space() + ">" + space() : ""
    let start = chance(25) ? "/" : ""
    return model + start + several(0...4) { $0.space() + $0.segment(depth: depth) + $0.space() }.joined(separator: "/")
  }

  private mutating func segment(depth: Int) -> String {
    switch Int.random(in: 0..<12, using: &self) {
    case 0: return ""
    case 1: return "."
    case 2: return ".."
    case 3: return pick(["<", "~"])
    case 4: return "$" + keyPath()
    default:
      var text = keyPath()
      if depth > 0, chance(30) {
        text += space() + "(" + several(0...3) { $0.part(depth: depth - 1) }.joined(separator: ",") + ")"
      }
      if chance(15) { text += space() + "[" + pick(["0", "1", "42", "-1", " 7 "]) + "]" }
      return text
    }
  }

  private mutating func keyPath() -> String {
    var text = name()
    for _ in 0..<Int.random(in: 0...2, using: &self) {
      text += chance(60) ? space() + "." + name() : pick([".", ""]) + pick(CollectionOperator.allCases).description
    }
    return text
  }

  private mutating func name() -> String {
    pick([
      "a", "name", "price", "größe", "第一", "lead author", "a-b", #"\u{2f}"#, #"x\u{2e}y"#, #"\u{3c}"#, #"\u{7e}"#, "<a",
      "~", #"\u{20}"#, #"\"#, "{}", "0", "\u{301}a", "👩‍👩‍👧",
    ])
  }

  // MARK: Any text

  /// Bytes, characters of the grammar, or a binding with some of its bytes changed.
  mutating func anyText() -> String {
    let specials = Array(#"/,()[]>.@#%$!=<~\u{} a1"#.utf8)
    switch Int.random(in: 0..<3, using: &self) {
    case 0: return String(decoding: bytes(), as: UTF8.self)
    case 1:
      let count = Int.random(in: 0...40, using: &self)
      return String(decoding: (0..<count).map { _ in pick(specials) }, as: UTF8.self)
    default:
      var bytes = Array(binding().utf8)
      for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &self)
        switch Int.random(in: 0..<3, using: &self) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(pick(specials), at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &self)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...40, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
