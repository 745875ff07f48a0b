/// The parts of a regular expression.
indirect enum RegularExpressionNode {
  case character(RegularExpression.CharacterClass)
  case assertion(RegularExpression.Assertion)
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  /// A maximum of nil means no limit.
  case repetition(RegularExpressionNode, minimum: Int, maximum: Int?)
}

/// Parses a regular expression by recursive descent.
struct RegularExpressionParser {
  /// The maximum depth of groups.
  private static let maximumDepth = 100
  /// The maximum number of repetitions in braces.
  private static let maximumCount = 1000
  /// The maximum length of an expression in bytes.
  private static let maximumLength = 10_000

  private let pattern: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  /// The pattern ends at a NUL.
  init(_ pattern: String) {
    self.pattern = pattern
    scalars = Array(pattern.unicodeScalars.prefix(Self.maximumLength + 1).prefix { $0.value != 0 })
  }

  /// - Throws: `function.pattern`.
  mutating func parse() throws(Diagnostic) -> RegularExpressionNode {
    guard scalars.count <= Self.maximumLength else {
      throw failure("it is longer than \(Self.maximumLength) characters")
    }
    let node = try alternatives()
    if position < scalars.count { throw failure("unmatched \")\"") }
    return node
  }

  private mutating func alternatives() throws(Diagnostic) -> RegularExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw failure("its groups are nested too deeply") }
    var alternatives = [try sequence()]
    while accept("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  private mutating func sequence() throws(Diagnostic) -> RegularExpressionNode {
    var nodes: [RegularExpressionNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      position += 1
      if let (minimum, maximum) = try repetition(scalar) {
        guard let last = nodes.popLast() else { throw failure("nothing to repeat before \"\(scalar)\"") }
        nodes.append(.repetition(last, minimum: minimum, maximum: maximum))
      } else {
        nodes.append(try atom(scalar))
      }
    }
    return .sequence(nodes)
  }

  private mutating func repetition(_ scalar: Unicode.Scalar) throws(Diagnostic) -> (Int, Int?)? {
    switch scalar {
    case "*": return (0, nil)
    case "+": return (1, nil)
    case "?": return (0, 1)
    case "{":
      let minimum = try count()
      let maximum = accept(",") ? peek == "}" ? nil : try count() : minimum
      guard accept("}") else { throw failure("unmatched \"{\"") }
      if let maximum, maximum < minimum { throw failure("in {p,q}, q is less than p") }
      return (minimum, maximum)
    default: return nil
    }
  }

  /// Reads a number; 0 if there are no digits.
  private mutating func count() throws(Diagnostic) -> Int {
    var count = 0
    while let digit = peek?.value, (0x30...0x39).contains(digit) {
      count = count * 10 + Int(digit - 0x30)
      guard count <= Self.maximumCount else { throw failure("it repeats more than \(Self.maximumCount) times") }
      position += 1
    }
    return count
  }

  private mutating func atom(_ scalar: Unicode.Scalar) throws(Diagnostic) -> RegularExpressionNode {
    switch scalar {
    case "(":
      let node = try alternatives()
      guard accept(")") else { throw failure("unmatched \"(\"") }
      return node
    case ".": return .character(.any)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "[": return .character(try set())
    case "\\":
      if accept("b") { return .assertion(.wordBoundary) }
      if let named = namedClass() { return .character(named) }
      return .character(.one(try escape()))
    default: return .character(.one(scalar.value))
    }
  }

  private mutating func namedClass() -> RegularExpression.CharacterClass? {
    let named: RegularExpression.CharacterClass
    switch peek {
    case "w": named = .word
    case "W": named = .not(.word)
    case "d": named = .digit
    case "D": named = .not(.digit)
    case "s": named = .space
    case "S": named = .not(.space)
    default: return nil
    }
    position += 1
    return named
  }

  /// Reads the rest of a set in brackets, in which a `]` that comes first stands for itself.
  private mutating func set() throws(Diagnostic) -> RegularExpression.CharacterClass {
    let isInverted = accept("^")
    var ranges: [ClosedRange<UInt32>] = []
    repeat {
      let first = try member()
      guard accept("-") else {
        ranges.append(first...first)
        continue
      }
      let last = try member()
      // A range from the back contains nothing.
      if first <= last { ranges.append(first...last) }
    } while !accept("]")
    return isInverted ? .not(.ranges(ranges)) : .ranges(ranges)
  }

  private mutating func member() throws(Diagnostic) -> UInt32 {
    guard let scalar = peek else { throw failure("unclosed \"[\"") }
    position += 1
    if scalar == "[", peek == ":" { throw failure("it has a class of POSIX in brackets") }
    return scalar == "\\" ? try escape() : scalar.value
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(Diagnostic) -> UInt32 {
    guard let scalar = peek else { throw failure("nothing follows the last backslash") }
    position += 1
    switch scalar {
    case "a": return 0x07
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "u": if let code = hexadecimal(4) { return code }
    case "x": if let code = hexadecimal(2) { return code }
    default: if "\\()*.+?[$^{|}]".unicodeScalars.contains(scalar) { return scalar.value }
    }
    throw failure("unknown escape \"\\\(scalar)\"")
  }

  private mutating func hexadecimal(_ count: Int) -> UInt32? {
    let digits = scalars.dropFirst(position).prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    position += count
    return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  // MARK: Reading

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private func failure(_ problem: String) -> Diagnostic { RegularExpression.failure(pattern, problem) }
}
