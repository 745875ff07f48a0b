/// A place in a string of a script that has a meaning for okit: in a binding, or in the name of a controller, class or
/// text.
struct BindingPlace {
  enum Meaning {
    /// A binding, read in the context of a class; nil where that is not known.
    case binding(EntityType?)
    case controller
    case entityClass
    case localizedKey
    case choice([String])
  }

  let meaning: Meaning
  /// The property of a controller, cell or view; nil for the argument of a function.
  let property: PropertySchema?
  /// The call `valid()`, where the screen answers it; nil elsewhere.
  let validity: BindingName?
  /// The range of the string's contents in the document.
  let contents: Range<Int>
  let inspector: BindingInspector

  /// - Returns: nil for a place that has no meaning for okit.
  init?(_ place: DocumentPlace) {
    guard let inspector = place.analysis.inspector else { return nil }
    let tokens = LuaTokens(script: place.document.text.bytes)
    let cursor = LuaCursor(tokens, at: place.offset)
    guard let string = cursor.string, case .string(let contents) = tokens.all[string].kind else { return nil }
    self.contents = contents.lower..<contents.upper
    self.inspector = inspector
    let contexts = CursorContexts(cursor, inspector)
    if let found = contexts.property {
      (meaning, property) = (found.meaning, found.schema)
      validity = found.knowsValidity ? .validity : nil
    } else if let meaning = contexts.meaningOfArgument {
      (self.meaning, property, validity) = (meaning, nil, nil)
    } else {
      return nil
    }
  }
}
