package import OKitEngine

/// Finds the places of properties in the tables with which scripts define controllers and create cells.
package struct ComponentTables {
  private let script: LuaScript
  /// The calls with a table, by each line on which they begin or their arguments do.
  private var calls: [Int: [LuaSyntax.Call]] = [:]

  package init(_ script: LuaScript) {
    self.script = script
    for call in script.calls where call.arguments.contains(where: { Self.table($0) != nil }) {
      let lines = Set([script.lines.line(of: call.range.lower), script.lines.line(of: call.argumentStart)])
      for line in lines { calls[line, default: []].append(call) }
    }
  }

  /// The place of a property: its field, and the value after it.
  package struct Place {
    package let key: SourceRange?
    package let value: LuaSyntax.Expression
    let call: LuaSyntax.Call
  }

  /// Returns the place of a property; nil when no table at that line has it.
  ///
  /// - Parameters:
  ///   - property: a path such as `moreActions[2].tap`.
  ///   - line: the line of the definition.
  ///   - text: the text of the binding, which decides between several tables.
  ///   - isOfPart: whether a cell, a button or a view has the property.
  package func place(of property: String, line: Int, text: String?, isOfPart: Bool) -> Place? {
    let candidates = calls[line] ?? []
    let ofKind = candidates.filter { ($0.method?.text == "extend") != isOfPart }
    let found = (ofKind.isEmpty ? candidates : ofKind).flatMap { call in
      call.arguments.compactMap(Self.table).compactMap { Self.find(Self.steps(property)[...], in: $0, call) }
    }
    return found.first { text != nil && literal($0.value)?.value == text } ?? found.first
  }

  /// Returns the strings with a value in the definitions at a line.
  package func literals(_ value: String, line: Int) -> [LuaSyntax.StringLiteral] {
    let ranges = (calls[line] ?? []).map(\.range)
    guard !ranges.isEmpty else { return [] }
    return script.strings(withValue: value).filter { string in
      ranges.contains { $0.lower <= string.range.lower && string.range.upper <= $0.upper }
    }
  }

  /// The string that an expression is, or that its local variable always holds.
  package func literal(_ expression: LuaSyntax.Expression) -> LuaSyntax.StringLiteral? {
    switch expression {
    case .string(let string): return string
    case .parenthesized(let inner, _): return literal(inner)
    case .name(_, let variable?):
      guard !variable.isReassigned, case .result(let value, 0) = variable.value, case .string(let string) = value else {
        return nil
      }
      return string
    default: return nil
    }
  }

  /// The table that an expression is, or that its local variable always holds.
  package static func table(_ expression: LuaSyntax.Expression) -> LuaSyntax.Table? {
    switch expression {
    case .table(let table): table
    case .name(_, let variable?):
      if !variable.isReassigned, case .result(.table(let table), 0) = variable.value { table } else { nil }
    default: nil
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
  static func place(of property: String, in call: LuaSyntax.Call) -> Place? {
    let tables = call.arguments.compactMap(\.table)
    return tables.lazy.compactMap { find(steps(property)[...], in: $0, call) }.first
  }

  /// The place at the end of the steps; as many steps as the table spells out.
  private static func find(_ steps: ArraySlice<Step>, in table: LuaSyntax.Table, _ call: LuaSyntax.Call) -> Place? {
    guard let step = steps.first else { return nil }
    let entry: LuaSyntax.Table.Entry?
    switch step {
    case .name(let name): entry = table.entries.last { $0.name?.text == name }
    case .element(let number):
      let elements = table.entries.filter { $0.key == nil }
      entry = elements.indices.contains(number - 1) ? elements[number - 1] : nil
    }
    guard let entry else { return nil }
    let place = Place(key: entry.name?.range, value: entry.value, call: call)
    guard let inner = Self.table(entry.value), steps.count > 1 else { return place }
    return find(steps.dropFirst(), in: inner, call) ?? place
  }
}
