// The places of properties in the tables with which scripts define controllers and create cells.

extension LuaScript {
  /// The place of a property: its field, and the value after it.
  package struct PropertyPlace {
    package let key: SourceRange?
    package let value: LuaSyntax.Expression
    package let call: LuaSyntax.Call

    var start: Int { key?.lower ?? value.range.lower }
  }

  /// Returns the place of a property; nil when no table at that line has it.
  ///
  /// - Parameters:
  ///   - property: a path such as `moreActions[2].tap`.
  ///   - line: the line of the definition.
  ///   - text: the text of the binding, which decides between several tables.
  ///   - isOfPart: whether a cell, a button or a view has the property.
  package func place(of property: String, line: Int, text: String?, isOfPart: Bool) -> PropertyPlace? {
    let found = places(of: property, line: line, isOfPart: isOfPart)
    return found.first { text != nil && $0.value.knownLiteral?.value == text } ?? found.first
  }

  /// Returns the places of a property in the tables of the calls at a line.
  package func places(of property: String, line: Int, isOfPart: Bool) -> [PropertyPlace] {
    let found = calls(atLine: line).flatMap { call in
      call.arguments.compactMap(\.knownTable).compactMap { Self.find(Self.steps(property)[...], in: $0, call) }
    }
    let ofKind = found.filter { ($0.call.name?.text == "extend") != isOfPart }
    return ofKind.isEmpty ? found : ofKind
  }

  /// Returns the line of a property that a table in a call at a line spells out; nil where several calls have it at
  /// different lines.
  ///
  /// - Parameter text: the text of the binding, which decides between several tables.
  package func line(of property: String, inCallAt line: Int, text: String? = nil, isOfPart: Bool) -> Int? {
    let found = places(of: property, line: line, isOfPart: isOfPart).filter {
      $0.call.range.lower <= $0.start && $0.start < $0.call.range.upper
    }
    let written = found.filter { text != nil && $0.value.knownLiteral?.value == text }
    let lines = Set((written.isEmpty ? found : written).map { self.lines.line(of: $0.start) })
    return lines.count == 1 ? lines.first : nil
  }

  /// Returns the strings with a value in the definitions at a line.
  package func literals(_ value: String, line: Int) -> [LuaSyntax.StringLiteral] {
    let ranges = calls(atLine: line).filter { $0.arguments.contains { $0.knownTable != nil } }.map(\.range)
    guard !ranges.isEmpty else { return [] }
    return strings(withValue: value).filter { string in
      ranges.contains { $0.lower <= string.range.lower && string.range.upper <= $0.upper }
    }
  }

  private enum Step {
    case name(String)
    /// An element, from 1.
    case element(Int)
  }

  private static func steps(_ property: String) -> [Step] {
    property.split(whereSeparator: { ".[]".contains($0) }).map { Int($0).map(Step.element) ?? .name(String($0)) }
  }

  /// Returns the place of a property in the tables of a call, with all of its steps.
  package static func place(of property: String, in call: LuaSyntax.Call) -> PropertyPlace? {
    let tables = call.arguments.compactMap(\.table)
    return tables.lazy.compactMap { find(steps(property)[...], in: $0, call) }.first
  }

  /// The place at the end of the steps; as many steps as the table spells out.
  private static func find(
    _ steps: ArraySlice<Step>, in table: LuaSyntax.Table, _ call: LuaSyntax.Call
  ) -> PropertyPlace? {
    guard let step = steps.first else { return nil }
    let entry: LuaSyntax.Table.Entry?
    switch step {
    case .name(let name): entry = table.entries.last { $0.name?.text == name }
    case .element(let number):
      let elements = table.entries.filter { $0.key == nil }
      entry = elements.indices.contains(number - 1) ? elements[number - 1] : nil
    }
    guard let entry else { return nil }
    let place = PropertyPlace(key: entry.name?.range, value: entry.value, call: call)
    guard let inner = entry.value.knownTable, steps.count > 1 else { return place }
    return find(steps.dropFirst(), in: inner, call) ?? place
  }
}

extension LuaSyntax.Expression {
  /// The string that an expression is, or that its local variable always holds.
  package var knownLiteral: LuaSyntax.StringLiteral? {
    switch self {
    case .string(let string): return string
    case .parenthesized(let inner, _): return inner.knownLiteral
    case .name(_, let variable?):
      guard !variable.isReassigned, case .result(let value, 0) = variable.value, case .string(let string) = value else {
        return nil
      }
      return string
    default: return nil
    }
  }

  /// The table that an expression is, or that its local variable always holds.
  package var knownTable: LuaSyntax.Table? {
    switch self {
    case .table(let table): table
    case .name(_, let variable?):
      if !variable.isReassigned, case .result(.table(let table), 0) = variable.value { table } else { nil }
    default: nil
    }
  }
}
