/// What an expression of a script is, as far as all scripts tell it.
///
/// `ScriptValue` is what is certain, for findings; this is wider, for names: a variable has all values that are
/// assigned to it, and a parameter those of all calls.
enum ScriptType {
  case unknown
  /// Nil, or a value that no call gives.
  case nothing
  /// A text, a number or a Bool, which has no names of an application.
  case scalar
  case entities([EntityType])
  case reference(to: EntityType)
  indirect case list(ScriptType)
  case entityClass(EntityType)
  /// A class of controllers or cells.
  case component(String)
  /// An object of a declared class, such as `okit.App`.
  case object(String)
  case tables([LuaSyntax.Table])
  case functions([LuaSyntax.Function])

  /// What a value is that is one of two.
  func merged(_ other: ScriptType) -> ScriptType {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): return .unknown
    case (.nothing, let known), (let known, .nothing), (.scalar, let known), (let known, .scalar): return known
    case (.entities(let a), .entities(let b)):
      return .entities(a + b.filter { type in !a.contains { $0 === type } })
    case (.reference(let a), .reference(let b)) where a === b: return self
    case (.list(let a), .list(let b)): return .list(a.merged(b))
    case (.list, .tables(let tables)) where tables.allSatisfy(\.entries.isEmpty): return self
    case (.tables(let tables), .list) where tables.allSatisfy(\.entries.isEmpty): return other
    case (.entityClass(let a), .entityClass(let b)) where a === b: return self
    case (.component(let a), .component(let b)) where a == b: return self
    case (.object(let a), .object(let b)) where a == b: return self
    case (.tables(let a), .tables(let b)): return .tables(a + b.filter { table in !a.contains { $0 === table } })
    case (.functions(let a), .functions(let b)):
      return .functions(a + b.filter { function in !a.contains { $0 === function } })
    default: return .unknown
    }
  }

  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
