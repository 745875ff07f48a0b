/// Completes the last name of a binding that is being written. Properties are read, computed ones too, which cannot
/// write; a function that the path names is not called.
package struct BindingCompletion {
  /// The offset of the name in characters.
  package private(set) var start: Int
  /// The names that the owner of the name has and that begin as it does, sorted; in other case where none does so
  /// exactly.
  package private(set) var candidates: [String] = []

  /// - Parameter context: The entity where the binding starts.
  package init(of text: String, _ evaluator: Evaluator, context: EntityID?) {
    let characters = Array(text)
    start = characters.count
    while start > 0, Self.isName(characters[start - 1]) { start -= 1 }
    let prefix = String(characters[start...])
    // Parameters and further parts start at the context again.
    let first = characters[..<start].lastIndex { ",(!".contains($0) }.map { $0 + 1 } ?? 0
    let path = characters[first..<start].drop(while: \.isWhitespace)
    guard let owner = Self.value(of: Array(path), evaluator, context) else { return }
    let names = Set(Self.names(of: owner, evaluator))
    let exact = names.filter { $0.hasPrefix(prefix) }
    candidates = (exact.isEmpty ? names.filter { $0.lowercased().hasPrefix(prefix.lowercased()) } : exact).sorted()
  }

  private static func isName(_ character: Character) -> Bool {
    character == "_" || character == "@" || character.isLetter || character.isNumber
  }

  /// The value of a path that ends with a separator, step by step; nil where a function would have to be called.
  private static func value(of path: [Character], _ evaluator: Evaluator, _ context: EntityID?) -> Value? {
    guard let separator = path.last else { return context.map(Value.entity) }
    if separator == ">" { return evaluator.store.root(named: String(path.dropLast())).map(Value.entity) }
    guard "/.<~".contains(separator) else { return nil }
    let end = "/.".contains(separator) ? path.count - 1 : path.count
    if end == 0 { return evaluator.store.root(named: ModelStore.defaultModelName).map(Value.entity) }
    var value = context.map(Value.entity)
    var step = 0
    while step < end {
      var next = step + 1
      while next < end, !"/.[>".contains(path[next]) { next += 1 }
      let name = String(path[step..<next]).trimmingPrefix { "/.".contains($0) }
      if let value, !isReadable(String(name), of: value, evaluator), next == end || path[next] != ">" { return nil }
      let text = String(path[..<(next < end && path[next] == ">" ? next + 1 : next)])
      // A path that is not a binding yet has no members to offer.
      guard let program = try? evaluator.program(text) else { return nil }
      value = evaluator.get(program, context)
      step = next
    }
    return value
  }

  /// Whether the step only reads: an index, a parent, a property, a constant.
  private static func isReadable(_ step: String, of value: Value, _ evaluator: Evaluator) -> Bool {
    guard step.first.map(isName) == true else { return true }
    guard case .entity(let entity) = value, let type = evaluator.store.type(of: entity) else { return false }
    return switch evaluator.resolver.meaning(of: step, on: type) {
    case .property, .id, .parent, .model, .typeName, .target, .referenceText: true
    case .function, .extended, .unknown: false
    }
  }

  private static func names(of value: Value, _ evaluator: Evaluator) -> [String] {
    switch value {
    case .null: return []
    case .entity(let entity): return evaluator.store.type(of: entity).map(evaluator.resolver.names) ?? []
    case .map(let members): return Array(members.keys)
    case .collection(let collection): return names(ofList: evaluator.elementType(collection), evaluator)
    case .list(let values): return names(ofList: evaluator.elementType(values), evaluator)
    default: return evaluator.functions.names(types: [value.typeName, "Any"])
    }
  }

  private static func names(ofList elements: EntityType?, _ evaluator: Evaluator) -> [String] {
    CollectionOperator.allCases.map(\.description) + evaluator.functions.names(types: ["List"])
      + (elements.map(evaluator.resolver.names) ?? [])
  }
}
