/// A function of okit that scripts override: all that the engine and its hosts know of it, whichever classes have it.
///
/// The `functions` of a `ComponentDescriptor` say which class has it; the built-in function is a case of `inherited` of
/// that class.
package struct OverridableFunction: Sendable, Hashable, CustomStringConvertible {
  /// A reference: each part of a row asks for functions, which are passed on without their texts.
  private let declaration: Declaration

  private final class Declaration: Sendable {
    let name, type, meaning: String
    /// Tells most names apart without their texts.
    let key: Int
    let result: FunctionResult
    let argument: FunctionResult?
    let field: PropertySchema.Field?
    let property: String?

    init(
      _ name: String, _ type: String, _ meaning: String, _ result: FunctionResult, _ argument: FunctionResult?,
      _ field: PropertySchema.Field?, _ property: String?
    ) {
      (self.name, self.type, self.meaning) = (name, type, meaning)
      (self.result, self.argument, self.field, self.property) = (result, argument, field, property)
      key = name.utf8.reduce(5381) { $0 &* 33 &+ Int($1) }
    }
  }

  init(
    _ name: String, _ type: String, _ meaning: String, returns result: FunctionResult = .any,
    accepts argument: FunctionResult? = nil, fills field: PropertySchema.Field? = nil, shows property: String? = nil
  ) {
    declaration = Declaration(name, type, meaning, result, argument, field, property)
  }

  package var name: String { declaration.name }
  /// Its parameters and results in the notation of the Lua language server.
  package var type: String { declaration.type }
  /// One sentence.
  package var meaning: String { declaration.meaning }
  /// What a function of a script has to return.
  var result: FunctionResult { declaration.result }
  /// What it takes; nil for any arguments.
  var argument: FunctionResult? { declaration.argument }
  /// The part of a row that its result fills.
  var field: PropertySchema.Field? { declaration.field }
  /// The property that decides whether the screen has the part that the function shows, as `edit` for `handleEdit`.
  var property: String? { declaration.property }

  package static func == (a: Self, b: Self) -> Bool {
    a.declaration === b.declaration || a.declaration.key == b.declaration.key && a.name == b.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(declaration.key) }

  package var description: String { name }
}
