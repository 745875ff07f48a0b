import OKitEngine

/// Finds the line of a property in the table that a script passed when it defined a controller or created a cell.
struct PropertyLocator {
  private let tokens: [ScriptLine.Token]
  private let text: Substring

  /// - Parameter text: The script from the line of the definition on.
  init(_ text: Substring) {
    self.text = text
    tokens = ScriptLine(String(text)).tokens
  }

  /// The line of a property such as `quickTap` or `moreActions[2].tap`, counted from the first line of the text; nil
  /// when no table at a call in the first line has it, as an inherited property or one in a table of a variable, or
  /// when several have it at different lines.
  ///
  /// - Parameter isOfPart: Whether a cell or bar button has the property, and not the controller around it.
  func line(of property: String, isOfPart: Bool = false) -> Int? {
    let steps = Self.steps(property)
    let found = tables.compactMap { table in
      find(steps[...], in: table.brace).map { (isExtend: table.isExtend, line: lines(before: tokens[$0].range.lower)) }
    }
    let ofKind = found.filter { $0.isExtend != isOfPart }
    let places = Set((ofKind.isEmpty ? found : ofKind).map(\.line))
    return places.count == 1 ? places.first : nil
  }

  // MARK: Calls

  /// The braces of the tables that calls in the first line have as arguments, and whether the call is one of `extend`.
  private var tables: [(brace: Int, isExtend: Bool)] {
    let calls = tokens.indices.prefix(endOfFirstLine).filter { tokens[$0].text == "(" || tokens[$0].text == "{" }
      .filter { isArgument($0) }
    return calls.flatMap { call -> [(brace: Int, isExtend: Bool)] in
      let isExtend = tokens[call - 1].text == "extend"
      if tokens[call].text == "{" { return [(call, isExtend)] }
      return tablesInParentheses(call).map { ($0, isExtend) }
    }
  }

  /// The number of tokens in the first line, and in the calls that continue its last expression.
  private var endOfFirstLine: Int {
    let offset = text.utf8.firstIndex(of: 0x0A).map { text.utf8.distance(from: text.utf8.startIndex, to: $0) }
    var end = tokens.firstIndex { $0.range.lower >= offset ?? .max } ?? tokens.count
    while tokens.indices.contains(end), end > 0 {
      if [".", ":"].contains(tokens[end].text) {
        end += 2
      } else if ["(", "{"].contains(tokens[end].text), isArgument(end) {
        return end + 1
      } else {
        break
      }
    }
    return min(end, tokens.count)
  }

  private static let keywords: Set = [
    "and", "do", "else", "elseif", "function", "if", "in", "local", "not", "or", "repeat", "return", "then", "until",
    "while",
  ]

  /// Whether the parenthesis or brace follows a function.
  private func isArgument(_ index: Int) -> Bool {
    guard tokens.indices.contains(index - 1) else { return false }
    let before = tokens[index - 1]
    return before.isWord ? !Self.keywords.contains(before.text) : before.text == ")" || before.text == "]"
  }

  /// The braces of the tables that are arguments themselves. Strings leave no tokens.
  private func tablesInParentheses(_ parenthesis: Int) -> [Int] {
    var braces: [Int] = []
    var depth = 0
    for index in parenthesis..<tokens.count {
      switch tokens[index].text {
      case "{":
        if depth == 1, ["(", ","].contains(tokens[index - 1].text) { braces.append(index) }
        depth += 1
      case "(", "[", "function", "if", "do": depth += 1
      case "}", ")", "]", "end": depth -= 1
      default: break
      }
      if depth == 0 { break }
    }
    return braces
  }

  // MARK: Properties

  private enum Step {
    case name(String)
    /// An element, from 1.
    case element(Int)
  }

  private static func steps(_ property: String) -> [Step] {
    property.split(whereSeparator: { ".[]".contains($0) }).map { Int($0).map(Step.element) ?? .name(String($0)) }
  }

  /// The token of the value at the end of the steps; as many steps as the table spells out.
  private func find(_ steps: ArraySlice<Step>, in table: Int) -> Int? {
    guard let step = steps.first else { return table }
    let found: (start: Int, value: Int)?
    switch step {
    case .name(let name): found = entries(table).first { $0.name == name }.map { ($0.start, $0.value) }
    case .element(let number):
      let elements = entries(table).filter { $0.name == nil }
      found = elements.indices.contains(number - 1) ? (elements[number - 1].start, elements[number - 1].value) : nil
    }
    guard let found else { return nil }
    let rest = steps.dropFirst()
    guard !rest.isEmpty, tokens.indices.contains(found.value), tokens[found.value].text == "{" else {
      return found.start
    }
    return find(rest, in: found.value) ?? found.start
  }

  private struct Entry {
    var name: String?
    var start: Int
    var value: Int
  }

  /// The fields of the table that a brace begins. Strings leave no tokens, so that an element may have none.
  private func entries(_ brace: Int) -> [Entry] {
    var entries: [Entry] = []
    var depth = 0
    var isAtStart = true
    var index = brace
    while tokens.indices.contains(index) {
      let token = tokens[index]
      if depth == 1, isAtStart, token.text != "}" {
        isAtStart = false
        if token.isWord, tokens.indices.contains(index + 1), tokens[index + 1].text == "=" {
          entries.append(Entry(name: token.text, start: index, value: index + 2))
        } else if let name = textKey(at: index) {
          entries.append(Entry(name: name, start: index, value: index + 3))
        } else {
          entries.append(Entry(name: nil, start: index, value: index))
        }
      }
      switch token.text {
      case "{", "(", "[", "function", "if", "do": depth += 1
      case "}", ")", "]", "end": depth -= 1
      case ",", ";": isAtStart = depth == 1
      default: break
      }
      if index == brace { isAtStart = true }
      if depth == 0 { break }
      index += 1
    }
    return entries
  }

  /// The text of a key such as `["leg count"]`; nil for anything else.
  private func textKey(at index: Int) -> String? {
    guard tokens.indices.contains(index + 2), tokens[index].text == "[", tokens[index + 1].text == "]",
      tokens[index + 2].text == "="
    else { return nil }
    let bytes = text.utf8.dropFirst(tokens[index].range.upper).prefix(
      tokens[index + 1].range.lower - tokens[index].range.upper)
    let key = Substring(bytes).drop(while: \.isWhitespace)
    guard let quote = key.first, quote == "\"" || quote == "'" else { return nil }
    return String(key.dropFirst().prefix { $0 != quote })
  }

  private func lines(before offset: Int) -> Int { text.utf8.prefix(offset).count { $0 == 0x0A } }
}
