/// The whole definitions in a script: calls of `extend`, functions, and fields of tables.
struct DefinitionRanges {
  /// By the offset of the name.
  private var ranges: [Int: SourceRange] = [:]

  init(_ script: LuaScript?) {
    guard let script else { return }
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        guard case .function(let target, let function) = statement, case .field(_, let name) = target else { return }
        ranges[name.range.lower] = SourceRange(min(target.range.lower, function.range.lower), function.range.upper)
      },
      { expression in
        switch expression {
        case .call(let call):
          guard let name = call.arguments.first?.literal else { return }
          ranges[name.sourceRange(of: SourceRange(0, 0)).lower] = call.range
        case .table(let table):
          for entry in table.entries {
            if let name = entry.name { ranges[name.range.lower] = entry.range }
          }
        default: break
        }
      })
  }

  /// Returns the range of the definition with a name; that of the name where the script does not show more.
  subscript(_ name: SourceRange) -> SourceRange {
    guard let range = ranges[name.lower], range.lower <= name.lower, name.upper <= range.upper else { return name }
    return range
  }
}
