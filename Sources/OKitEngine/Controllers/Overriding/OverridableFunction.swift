/// A function of okit that scripts override: all that the engine and its hosts know of it, whichever classes have it.
///
/// The `functions` of a `ComponentDescriptor` say which class has it; the built-in function is a case of `inherited` of
/// that class.
package struct OverridableFunction: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  /// Its parameters and results in the notation of the Lua language server.
  package let type: String
  /// One sentence.
  package let meaning: String
  /// What a function of a script has to return.
  let result: FunctionResult
  /// What it takes; nil for any arguments.
  let argument: FunctionResult?
  /// The part of a row that its result fills.
  let field: PropertySchema.Field?
  /// The property that decides whether the screen has the part that the function shows, as `edit` for `handleEdit`.
  let property: String?

  init(
    _ name: String, _ type: String, _ meaning: String, returns result: FunctionResult = .any,
    accepts argument: FunctionResult? = nil, fills field: PropertySchema.Field? = nil, shows property: String? = nil
  ) {
    (self.name, self.type, self.meaning) = (name, type, meaning)
    (self.result, self.argument, self.field, self.property) = (result, argument, field, property)
  }

  package static func == (a: Self, b: Self) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package var description: String { name }
}
