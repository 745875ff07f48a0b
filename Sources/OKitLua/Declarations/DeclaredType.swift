/// A type as declarations write it, in the notation of the Lua language server.
package indirect enum DeclaredType {
  /// `okit.Date`, `table<string, any>`, `T`
  case named(String, [DeclaredType] = [])
  /// `"push"`, `1`, `true`
  case literal(String)
  /// A class that an argument names: `` `T` ``; with something in front of the name: `` controllers.`T` ``
  case captured(String, prefix: String = "")
  case list(DeclaredType)
  case optional(DeclaredType)
  case union([DeclaredType])
  /// `fun(seconds: number): boolean`
  case function(Signature)
  /// `{ title?: string, [integer]: any }`
  case record([Field])

  package struct Signature {
    /// `<T: okit.Entity, K>`
    var generics: [(name: String, bound: DeclaredType?)] = []
    package var parameters: [Field] = []
    var results: [Field] = []

    package init(parameters: [Field] = [], results: [Field] = []) {
      (self.parameters, self.results) = (parameters, results)
    }
  }

  /// A parameter, a result or a member of a record.
  package struct Field {
    /// Empty for a result without a name; `...` for any number of values; `[integer]` for an index.
    package var name = ""
    var isOptional = false
    package var type: DeclaredType
    /// The comment in `'…'` after the type.
    var meaning = ""

    package init(name: String = "", isOptional: Bool = false, type: DeclaredType, meaning: String = "") {
      (self.name, self.isOptional, self.type, self.meaning) = (name, isOptional, type, meaning)
    }
  }

  /// One of some texts, as a declaration writes it.
  static func choice(_ texts: [String]) -> String { texts.map { "\"\($0)\"" }.joined(separator: "|") }

  /// The names of all types in it.
  package var names: Set<String> {
    switch self {
    case .named(let name, let arguments): arguments.reduce(into: [name]) { $0.formUnion($1.names) }
    case .literal, .captured: []
    case .list(let element), .optional(let element): element.names
    case .union(let cases): cases.reduce(into: []) { $0.formUnion($1.names) }
    case .function(let signature): signature.names
    case .record(let fields): fields.reduce(into: []) { $0.formUnion($1.type.names) }
    }
  }
}

extension DeclaredType.Signature {
  /// The names of all types in it, its own generic ones left out.
  var names: Set<String> {
    (parameters + results).reduce(into: Set(generics.flatMap { $0.bound?.names ?? [] })) { $0.formUnion($1.type.names) }
      .subtracting(generics.map(\.name))
  }
}

// MARK: Writing

extension DeclaredType: CustomStringConvertible {
  package var description: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    case .literal(let text): text
    case .captured(let name, let prefix): "\(prefix)`\(name)`"
    case .list(let element): element.inBrackets + "[]"
    case .optional(let element): element.inBrackets + "?"
    case .union(let cases): cases.map(\.inUnion).joined(separator: "|")
    case .function(let signature): "fun" + signature.text
    case .record(let fields): fields.isEmpty ? "{}" : "{ \(fields.map(\.text).joined(separator: ", ")) }"
    }
  }

  /// With brackets where something is to stand after it.
  private var inBrackets: String {
    switch self {
    case .union, .function: "(\(self))"
    default: description
    }
  }

  private var inUnion: String {
    if case .function = self { "(\(self))" } else { description }
  }
}

extension DeclaredType.Signature {
  /// Without `fun` in front.
  var text: String {
    let generics = generics.map { $0.name + ($0.bound.map { ": \($0)" } ?? "") }.joined(separator: ", ")
    let head = (generics.isEmpty ? "" : "<\(generics)>") + "(\(parameters.map(\.text).joined(separator: ", ")))"
    switch results.count {
    case 0: return head
    case 1 where results[0].name.isEmpty: return head + ": \(results[0].type)"
    default: return head + ": " + results.map { $0.name.isEmpty ? "\($0.type)" : $0.text }.joined(separator: ", ")
    }
  }
}

extension DeclaredType.Field {
  var text: String { "\(name)\(isOptional ? "?" : ""): \(type)" }
}
