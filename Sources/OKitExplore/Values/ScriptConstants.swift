internal import LuaSyntax

/// The texts, numbers and dates that the scripts of an application have: what conditions compare input with.
package struct ScriptConstants: Sendable {
  /// In the order of the scripts, each once.
  package private(set) var texts: [String] = []
  /// With their neighbors, in ascending order.
  package private(set) var numbers: [Double] = []
  /// Texts that conditions compare with, keys of tables, and texts that fit masks.
  package private(set) var comparedTexts: [String] = []
  /// Those that conditions compare with, and what a condition such as `n * 7 == 4711` asks for.
  package private(set) var comparedNumbers: [Double] = []
  /// The same without most of their neighbors.
  package var exactNumbers: [Double] {
    let known = Set(comparedNumbers)
    return comparedNumbers.filter { known.contains($0 - 1) && known.contains($0 + 1) }
  }
  /// The days that texts name, with their neighbors, in ascending order.
  package private(set) var dates: [DateValue] = []

  /// Longer texts are not what a person types.
  private static let maximumLength = 40

  package init() {}

  /// - Parameter scripts: The texts of the scripts; what cannot be read as Lua has no constants.
  package init(scripts: [String]) {
    var found = ConstantsFound()
    for text in scripts {
      let bytes = Array(text.utf8)
      var lexer = LuaLexer(bytes)
      while let token = lexer.next() {
        guard case .number = token.kind else { continue }
        found.numbers.add(String(decoding: bytes[token.range.lower..<token.range.upper], as: UTF8.self))
      }
      guard let script = LuaScript(valid: text, file: "script") else { continue }
      for string in script.strings { found.add(string.value) }
      found.addCompared(in: script)
    }
    texts = found.texts.values.filter(Self.isInput)
    comparedTexts = found.compared.values.filter { !$0.isEmpty && $0.count <= Self.maximumLength }
    (numbers, comparedNumbers) = (found.numbers.values.sorted(), found.comparedNumbers.values.sorted())
    dates = found.dates.sorted { $0.secondsSince2001 < $1.secondsSince2001 }
  }

  /// Whether a person could type a text, and it is not the name of a property, a binding or a format.
  private static func isInput(_ text: String) -> Bool {
    !text.isEmpty && text.count <= maximumLength && !text.contains { "%#/\n{}()[]=<>".contains($0) }
  }
}

/// Texts in the order in which they were found, each once.
private struct UniqueTexts {
  private(set) var values: [String] = []
  private var known: Set<String> = []

  mutating func add(_ text: String) { if known.insert(text).inserted { values.append(text) } }
}

/// Numbers with their neighbors.
private struct NumbersFound {
  private(set) var values: Set<Double> = []

  /// - Parameter text: A number as Lua has it; what is none is left out.
  mutating func add(_ text: String) {
    if let number = Self.number(text) { add(number) }
  }

  mutating func add(_ number: Double) {
    guard number.magnitude < 1e15 else { return }
    values.formUnion([number - 1, number, number + 1])
  }

  static func number(_ text: String) -> Double? {
    text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16).map(Double.init) : Double(text)
  }
}

private struct ConstantsFound {
  var texts = UniqueTexts()
  var compared = UniqueTexts()
  var numbers = NumbersFound()
  var comparedNumbers = NumbersFound()
  var dates: Set<DateValue> = []

  /// Adds a string of a script; of a formula, its texts and numbers.
  mutating func add(_ text: String) {
    texts.add(text)
    if let date = ISO8601.parse(text) {
      let day = 86_400.0
      for offset in [-day, 0, day] { dates.insert(DateValue(secondsSince2001: date.secondsSince2001 + offset)) }
    }
    guard text.contains(where: { "=<>".contains($0) }) else { return addParameters(of: text) }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      // Every second part is between quotes.
      if place % 2 == 1, place < parts.count - 1 { compared.add(String(part)) }
      guard place % 2 == 0 else { continue }
      for word in part.split(whereSeparator: { !$0.isNumber && $0 != "." && !$0.isLetter }) {
        comparedNumbers.add(String(word))
      }
    }
  }

  /// Adds the constants of a binding that are parameters of functions: `Ulm` of `town/distance(#Ulm)`.
  private mutating func addParameters(of binding: String) {
    for step in binding.split(separator: "/").dropFirst() {
      for parameter in step.split(whereSeparator: { ",()".contains($0) }).dropFirst() {
        if parameter.hasPrefix("#") { compared.add(String(parameter.dropFirst())) }
        comparedNumbers.add(String(parameter.drop { $0 == "#" || $0 == " " }))
      }
    }
  }

  /// Adds the constants that conditions of a script compare with, and the keys of tables that variables hold.
  mutating func addCompared(in script: LuaScript) {
    var (texts, numbers): ([String], [Double]) = ([], [])
    /// The value of a constant, or of a variable that always has it.
    func constant(_ expression: LuaSyntax.Expression) -> LuaSyntax.Expression {
      switch expression {
      case .parenthesized(let inner, _): return constant(inner)
      case .name(_, let variable?) where !variable.isReassigned:
        if case .result(let value, 0) = variable.value, value.literal != nil || number(value) != nil { return value }
      default: break
      }
      return expression
    }
    func number(_ expression: LuaSyntax.Expression) -> Double? {
      switch expression {
      case .constant(let range, _): NumbersFound.number(script.text(in: range))
      case .unary("-", let inner, _): number(inner).map { -$0 }
      default: nil
      }
    }
    func note(_ expression: LuaSyntax.Expression) {
      let expression = constant(expression)
      if let text = expression.literal { texts.append(text.value) }
      if let number = number(expression) { numbers.append(number) }
    }
    /// Notes what the operand of an operation must be for a result.
    func solve(_ expression: LuaSyntax.Expression, for result: Double) {
      switch expression {
      case .parenthesized(let inner, _): solve(inner, for: result)
      case .unary("-", let inner, _): solve(inner, for: -result)
      case .binary(let sign, let left, let right):
        let (first, second) = (number(constant(left)), number(constant(right)))
        switch (sign, first, second) {
        case ("+", let known?, nil): solve(right, for: result - known)
        case ("+", nil, let known?): solve(left, for: result - known)
        case ("-", let known?, nil): solve(right, for: known - result)
        case ("-", nil, let known?): solve(left, for: result + known)
        case ("*", let known?, nil) where known != 0: solve(right, for: result / known)
        case ("*", nil, let known?) where known != 0: solve(left, for: result / known)
        case ("/", nil, let known?), ("//", nil, let known?): solve(left, for: result * known)
        case ("%", nil, let known?):
          solve(left, for: result)
          solve(left, for: result + known)
        default: break
        }
      default:
        numbers.append(result)
        // The bound of a comparison.
        if result != result.rounded(.down) { numbers.append(result.rounded(.down)) }
      }
    }
    func compare(_ left: LuaSyntax.Expression, _ right: LuaSyntax.Expression) {
      note(left)
      if let known = number(constant(left)) { solve(right, for: known) }
    }
    func noteKeys(of value: LuaSyntax.Expression) {
      for entry in value.table?.entries ?? [] { if let name = entry.name { texts.append(name.text) } }
    }
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        switch statement {
        case .local(_, let values), .assignment(_, let values): for value in values { noteKeys(of: value) }
        default: break
        }
      },
      { expression in
        switch expression {
        case .binary("==", let left, let right), .binary("~=", let left, let right), .binary("<", let left, let right),
          .binary(">", let left, let right), .binary("<=", let left, let right), .binary(">=", let left, let right):
          compare(left, right)
          compare(right, left)
        case .index(_, let key, _): note(key)
        case .table(let table):
          for entry in table.entries where entry.name?.text == "formatPattern" {
            if let pattern = entry.value.literal { texts += Self.filled(pattern.value) }
          }
        case .call(let call) where call.name?.text == "mask":
          if let pattern = call.arguments.first?.literal { texts += Self.filled(pattern.value) }
        case .call(let call) where ["find", "gmatch", "match"].contains(call.name?.text):
          // The text is the object of a method, or the first argument of a function.
          for pattern in call.arguments.compactMap(\.literal) { texts.append(LuaPattern.filled(pattern.value)) }
        default: break
        }
      })
    for text in texts { compared.add(text) }
    for number in numbers { comparedNumbers.add(number) }
  }

  /// Texts that fit a mask, or the pattern of a number: one with ones, and those of the lowest and greatest digits
  /// and letters.
  private static func filled(_ mask: String) -> [String] {
    ["1Aa", "0Aa", "9Zz"].map(Array.init).map { fills in
      String(
        mask.map { sign -> Character in
          switch sign {
          case "#", "0": fills[0]
          case "X": fills[1]
          case "x", "*", "_": fills[2]
          default: sign
          }
        })
    }
  }
}
