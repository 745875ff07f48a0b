/// What a path leads to, as far as the schema tells it.
package struct BindingType {
  let value: StaticValue

  init(_ value: StaticValue) { self.value = value }

  /// The context of a binding; nil for one of an unknown class.
  package init(context: EntityType?) { value = context.map(StaticValue.entity) ?? .undetermined }

  /// The type as messages name it; nil where the schema does not tell it.
  package var description: String? { Self.description(of: value) }

  private static func description(of value: StaticValue) -> String? {
    switch value {
    case .entity(let type): type.name
    case .anyEntity(let types): types.map(\.name).joined(separator: " or ")
    case .property(let property, _): property.computed == nil ? property.type.description : nil
    case .reference(let target): "ref \(target.name)"
    case .value(let type): type
    case .list(let element): description(of: element).map { "list of \($0)" } ?? "list"
    case .unknown, .unknownOnReference, .unknownFunction, .unknownOnElements, .unknownFunctionOnElements, .unknownModel,
      .wrong, .undetermined:
      nil
    }
  }
}
