/// The context of a controller that is opened, and where it comes from.
struct ControllerContext {
  enum Origin: Sendable {
    /// An entity was passed: to this controller, or to the one that it has its context from.
    case entity
    /// The default context of the content.
    case content
    /// The root of the default model.
    case model
  }

  var entity: EntityID?
  var origin: Origin

  /// The context of a controller that another one opens.
  ///
  /// - Parameters:
  ///   - entity: The entity that is passed; nil for the context of `previous`.
  ///   - standard: The context if `previous` has none.
  init(_ entity: EntityID?, from previous: Controller?, otherwise standard: ControllerContext) {
    if let entity {
      self.init(entity: entity, origin: .entity)
    } else if let previous, let inherited = previous.modelContext {
      self.init(entity: inherited, origin: previous.contextOrigin)
    } else {
      self = standard
    }
  }

  init(entity: EntityID?, origin: Origin) { (self.entity, self.origin) = (entity, origin) }
}
