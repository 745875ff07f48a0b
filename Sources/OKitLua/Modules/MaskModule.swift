/// `okit.mask(pattern)`: masks as objects. The prelude makes the objects and passes the pattern before the arguments.
package enum MaskModule {
  static let create = Declaration(
    "mask", "(pattern: string): okit.Mask", "Returns the mask of a pattern, such as `(###) ###-####`.")

  private static let functions: [HostMember<@Sendable (borrowing LuaCall) throws -> LuaOutcome>] = [
    .init(
      "apply", "(text: string): text: string, valid: boolean",
      "Writes a text in the mask. Returns the result, and whether every slot got a character that fits."
    ) { call in
      let (text, isValid) = try mask(call).apply(bounded(call, 1))
      return .values([.string(text), .bool(isValid)])
    },
    .init(
      "remove", "(text: string): text: string, valid: boolean",
      "Returns the characters in the slots of a text, and true: a mask can be removed from every text."
    ) { call in .values([.string(try mask(call).remove(from: bounded(call, 1))), .bool(true)]) },
  ]

  static let declared = DeclaredClass(
    "okit.Mask", "A pattern for texts such as telephone numbers.", functions.map(\.declaration))

  /// Creates the function `okit.mask` of a state.
  package static func make(in state: LuaState) throws -> LuaFunction {
    let methods = try functions.map { function in
      LuaTable.Pair(
        key: .string(function.name),
        value: .function(
          try state.makeFunction(function.declaration, prefix: "mask:", hiddenArguments: 1, function.body)))
    }
    let host = LuaTable(pairs: [
      .init(key: "functions", value: .table(LuaTable(pairs: methods))),
      // Checks the argument of `okit.mask` itself.
      .init(
        key: "pattern",
        value: .function(
          try state.makeFunction(create, prefix: "okit.") { .value(.string(try bounded($0, 0))) })),
    ])
    return try state.prelude("mask", host, of: "masks")
  }

  private static func mask(_ call: borrowing LuaCall) throws -> Mask { Mask(try call.string(0)) }

  private static func bounded(_ call: borrowing LuaCall, _ index: Int) throws -> String {
    let text = try call.string(index)
    guard text.utf8.count <= BuiltInFunction.maximumBytes else {
      throw Diagnostic("app.size", "a mask accepts strings of up to \(BuiltInFunction.maximumBytes >> 20) MiB")
    }
    return text
  }
}
