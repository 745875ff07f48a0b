extension FormulaFunction {
  /// Functions that choose among their arguments.
  static let logic: [FormulaFunction] = [
    FormulaFunction("coalesce", 2...Int.max, .any) { arguments, _ in
      arguments.first { !isNull($0) } ?? .null
    },
    FormulaFunction("ifnull", 2...2, .any) { arguments, _ in isNull(arguments[0]) ? arguments[1] : arguments[0] },
    FormulaFunction("nullif", 2...2, .any) { arguments, context in
      FormulaOrder.compare(arguments[0], arguments[1], context.collation) == 0 ? .null : arguments[0]
    },
    choice("iif"), choice("compare"),
    FormulaFunction("typeof", 1...1, .text) { arguments, _ in .string(StorageClass(arguments[0]).name) },
  ]

  /// Whether SQLite would have NULL for the value.
  static func isNull(_ value: Value) -> Bool { if case .null = StorageClass(value) { true } else { false } }

  private static func choice(_ name: String) -> FormulaFunction {
    FormulaFunction(name, 3...3, .any) { arguments, _ in
      FormulaConversion.truth(arguments[0]) == true ? arguments[1] : arguments[2]
    }
  }
}
