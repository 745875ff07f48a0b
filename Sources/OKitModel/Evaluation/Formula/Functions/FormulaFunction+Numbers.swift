extension FormulaFunction {
  static let numbers: [FormulaFunction] = [
    FormulaFunction("abs", 1...1, .number) { arguments, _ in
      switch StorageClass(arguments[0]) {
      case .null: .null
      // The magnitude of the smallest Int is not an Int.
      case .integer(let int): int == .min ? .double(0x1p63) : .int(abs(int))
      case .real, .text, .blob: FormulaConversion.real(arguments[0]).map { .double(abs($0)) } ?? .null
      }
    },
    FormulaFunction("sign", 1...1, .integer) { arguments, _ in
      switch FormulaConversion.apply(.numeric, to: arguments[0]) {
      case .int(let int): .int(int.signum())
      case .bool(let bool): .int(bool ? 1 : 0)
      case .double(let double): double.isNaN ? .null : .int(double > 0 ? 1 : double < 0 ? -1 : 0)
      default: .null
      }
    },
    FormulaFunction("round", 1...2, .real) { arguments, _ in
      guard let number = FormulaConversion.real(arguments[0]) else { return .null }
      guard arguments.count == 2 else { return .double(rounded(number, places: 0)) }
      return FormulaConversion.integer(arguments[1]).map { .double(rounded(number, places: clipped($0))) } ?? .null
    },
    best("min") { $0 >= 0 }, best("max") { $0 < 0 },
    FormulaFunction("random", 0...0, .integer, isPure: false) { _, context in
      // SQLite leaves out the smallest Int, which has no magnitude.
      let number = Int(truncatingIfNeeded: context.random())
      return .int(number == .min ? 0 : number)
    },
  ]

  /// Returns the integer that SQLite reads from an argument of 32 bits.
  static func clipped(_ int: Int) -> Int { Int(Int32(truncatingIfNeeded: int)) }

  private static func rounded(_ number: Double, places: Int) -> Double {
    // A larger number has no fraction.
    guard number.magnitude <= 0x1p52 else { return number }
    guard places > 0 else { return Double(Int(number + (number < 0 ? -0.5 : 0.5))) }
    let text = RealText(style: .fixed, precision: min(places, 30)).digits(of: number)
    let magnitude = NumberPrefix(text).real
    return number < 0 ? -magnitude : magnitude
  }

  /// The first argument, or the last one that replaces what was the best before it. NULL if an argument is NULL.
  private static func best(_ name: String, replaces: @escaping @Sendable (Int) -> Bool) -> FormulaFunction {
    FormulaFunction(name, 2...Int.max, .any) { (arguments, context) throws(Diagnostic) in
      var best: Value?
      for argument in arguments {
        try context.budget.step()
        if isNull(argument) { return .null }
        if let current = best, !replaces(FormulaOrder.compare(current, argument, context.collation)) { continue }
        best = argument
      }
      return best ?? .null
    }
  }
}
