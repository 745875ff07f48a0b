internal import LuaSyntax

/// The texts, numbers and dates that the scripts of an application have: what conditions compare input with.
package struct ScriptConstants: Sendable {
  /// In the order of the scripts, each once.
  package private(set) var texts: [String] = []
  /// With their neighbors, in ascending order.
  package private(set) var numbers: [Double] = []
  /// Texts that conditions compare with, keys of tables, and texts that fit masks.
  package private(set) var comparedTexts: [String] = []
  /// Those that conditions compare with.
  package private(set) var comparedNumbers: [Double] = []
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
    let number = text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16).map(Double.init) : Double(text)
    guard let number, number.magnitude < 1e15 else { return }
    values.formUnion([number - 1, number, number + 1])
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
    var (texts, numbers): ([String], [String]) = ([], [])
    func note(_ expression: LuaSyntax.Expression) {
      switch expression {
      case .string(let string): texts.append(string.value)
      case .constant(let range, _): numbers.append(script.text(in: range))
      case .unary("-", .constant(let range, _), _): numbers.append("-" + script.text(in: range))
      case .parenthesized(let inner, _): note(inner)
      default: break
      }
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
          note(left)
          note(right)
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
