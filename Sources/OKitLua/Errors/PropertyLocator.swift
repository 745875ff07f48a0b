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

  /// The line of a property such as `quickTap` or `moreActions[2].tap`, counted from the first line of the text; nil when
  /// the table does not name it, as for an inherited property.
  func line(of property: String) -> Int? {
    let steps = Self.steps(property)
    guard let first = tokens.firstIndex(where: { $0.text == "{" }) else { return nil }
    // Several tables may begin on the line of the definition: the first one that has the property is the one.
    let end = offset(ofLineAfter: tokens[first].range.lower)
    for index in tokens.indices[first...].prefix(while: { tokens[$0].range.lower < end })
    where tokens[index].text == "{" {
      if let found = find(steps[...], in: index) { return lines(before: tokens[found].range.lower) }
    }
    return nil
  }

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

  private func offset(ofLineAfter offset: Int) -> Int {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    return utf8[start...].firstIndex(of: 0x0A).map { utf8.distance(from: utf8.startIndex, to: $0) } ?? utf8.count
  }

  private func lines(before offset: Int) -> Int { text.utf8.prefix(offset).count { $0 == 0x0A } }
}
