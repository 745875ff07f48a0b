/// What okit passes to the functions in the tables of controllers and cells: `tap = function(book) … end`.
struct CallbackContexts {
  /// By the function; nil for one that is called with entities of several classes.
  private(set) var classes: [ObjectIdentifier: EntityType?] = [:]

  init(_ scripts: [LuaScript], _ contexts: [DefinitionCheck.FunctionContext]) {
    guard !contexts.isEmpty else { return }
    let files = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
    for context in contexts {
      guard let place = context.origin.place, let script = files[place.file] else { continue }
      let found = script.place(
        of: context.origin.property, line: place.line, text: nil, isOfPart: context.origin.part != nil)
      guard let function = found?.value.function else { continue }
      let id = ObjectIdentifier(function)
      if let other = classes[id], other !== context.type {
        classes[id] = .some(nil)
      } else {
        classes[id] = .some(context.type)
      }
    }
  }
}

extension LuaSyntax.Expression {
  /// The function that an expression is, or that its local variable always holds.
  var function: LuaSyntax.Function? {
    switch self {
    case .function(let function): return function
    case .parenthesized(let inner, _): return inner.function
    case .name(_, let variable?):
      guard !variable.isReassigned else { return nil }
      switch variable.value {
      case .function(let link): return link.function
      case .result(.function(let function), 0): return function
      default: return nil
      }
    default: return nil
    }
  }
}
