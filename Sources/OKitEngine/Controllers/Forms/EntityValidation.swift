/// The function `validate` of a class, which returns messages by property.
package struct EntityValidation {
  private let entity: EntityID
  private let type: EntityType
  private let function: FunctionRef
  private let evaluator: Evaluator

  /// Nil when the class of the entity has no such function.
  package init?(_ entity: EntityID, _ evaluator: Evaluator) {
    guard let type = evaluator.store.type(of: entity), let function = type.function(named: Self.name) else {
      return nil
    }
    (self.entity, self.type, self.function, self.evaluator) = (entity, type, function, evaluator)
  }

  package static let name = "validate"

  /// Calls the function.
  ///
  /// - Returns: The messages by property; empty for a valid entity.
  /// - Throws: What the function throws; `form.validate` when it returns something else, or changes models.
  package func messages() throws -> [String: String] {
    let store = evaluator.store
    return try store.transaction {
      store.journal.endRepeatedWrites()
      let count = store.journal.count
      let messages = try messagesOfReading()
      guard store.journal.count == count else { throw failure("changes models; it may only read them") }
      return messages
    }
  }

  /// Calls the function in an evaluation, in which nothing can change models.
  func messagesOfReading() throws -> [String: String] {
    guard let host = evaluator.host else { return [:] }
    let result = try host.call(function, receiver: .entity(entity), arguments: [])
    switch result {
    case .null: return [:]
    case .list(let values) where values.isEmpty: return [:]
    case .map(let members):
      return try members.sorted { $0.key < $1.key }.reduce(into: [:]) { try add($1.key, $1.value, to: &$0) }
    default:
      throw failure("must return a table of messages by property, or nil; got \(evaluator.store.summary(result))")
    }
  }

  /// The diagnostic about the first invalid property; nil for a valid entity.
  package var invalidity: Diagnostic? {
    get throws {
      guard let (property, message) = try messages().min(by: { $0.key < $1.key }) else { return nil }
      return Diagnostic(
        "model.invalid", "\(type.name).\(property) of \(evaluator.store.describe(entity)) is not valid: \(message)",
        hint: "nothing was stored")
    }
  }

  private func add(_ property: String, _ message: Value, to messages: inout [String: String]) throws {
    guard type.property(named: property) != nil else {
      throw failure(
        "returns a message for \(PrintableText.quoted(property)), which is not a property of \(type.name)",
        hint: NearestName.hint(for: property, in: type.properties.map(\.name)))
    }
    guard case .string(let text) = message, !text.isEmpty else {
      throw failure(
        "must return a text as the message for \"\(property)\", got \(evaluator.store.summary(message))")
    }
    messages[property] = text
  }

  private func failure(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("form.validate", "\(type.name):\(Self.name) \(message)", place: type.place, hint: hint)
  }
}
