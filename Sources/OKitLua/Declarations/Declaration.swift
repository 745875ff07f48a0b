/// The declaration of a function or field for scripts: its name, its type and its meaning.
///
/// A declaration is written where its function or field is defined, and is the only source for the name in scripts, the
/// names of parameters in errors, the nearest name, and `okit.d.lua`.
package struct Declaration: Sendable {
  /// With `?` after it where a field may be missing; `[integer]` for an index.
  package let name: String
  /// A type in the notation of the Lua language server. A function begins with its parameters:
  /// `(seconds: number, fn: fun()): okit.Handle`.
  ///
  /// A string, because most declarations are never read; `DeclaredType` parses it on demand.
  package let type: String
  /// One sentence, or the end of one that begins with the name.
  package let meaning: String
  /// Other ways to call a function.
  package let overloads: [String]

  package init(_ name: String, _ type: String, _ meaning: String = "", or overloads: String...) {
    (self.name, self.type, self.meaning, self.overloads) = (name, type, meaning, overloads)
  }

  /// As scripts write it.
  package var plainName: String { name.hasSuffix("?") ? String(name.dropLast()) : name }

  package var isFunction: Bool { type.hasPrefix("(") || type.hasPrefix("<") }

  /// The type of the first result of a function; nil for a field, and for a function without results.
  package var result: String? {
    isFunction ? results.first.map { "\($0.type)" } : nil
  }

  /// Returns the name of the parameter at an index from 0; nil when there is none, or for variable arguments.
  func parameterName(_ number: Int) -> String? {
    guard parameters.indices.contains(number), parameters[number].name != "..." else { return nil }
    return parameters[number].name
  }

  /// The parameters of a function.
  package var parameters: [DeclaredType.Field] {
    (try? DeclaredType.signature(type).parameters) ?? []  // A test reads every declaration.
  }

  /// The results of a function.
  package var results: [DeclaredType.Field] {
    (try? DeclaredType.signature(type).results) ?? []  // A test reads every declaration.
  }
}

/// A declared function or field, and what it does.
struct HostMember<Body: Sendable>: Sendable {
  let declaration: Declaration
  let body: Body

  init(_ name: String, _ type: String, _ meaning: String, _ body: Body) {
    declaration = Declaration(name, type, meaning)
    self.body = body
  }

  init(_ declaration: Declaration, _ body: Body) { (self.declaration, self.body) = (declaration, body) }

  var name: String { declaration.name }
}
