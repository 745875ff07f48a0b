/// What a path leads to, as far as the schema tells it.
package struct BindingType {
  let value: StaticValue

  init(_ value: StaticValue) { self.value = value }

  /// The context of a binding; nil for one of an unknown class.
  package init(context: EntityType?) { value = context.map(StaticValue.entity) ?? .undetermined }
}
