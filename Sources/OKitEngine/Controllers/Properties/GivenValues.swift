/// The values that a script gives for the properties of a class or a component: read already, or read when something
/// asks for them.
package final class GivenValues {
  /// What the values are read from, where applications with the same scripts share it.
  package struct Content {
    /// Equal for equal content, apart from components and functions.
    let number: Int
    /// The components in it, in order.
    let components: [Component]

    package init(number: Int, components: [Component]) { (self.number, self.components) = (number, components) }
  }

  let content: Content?
  /// Whether it was made without any values.
  let isNone: Bool
  private var known: PropertyValues?
  private var read: (() -> PropertyValues?)?
  private let table: SchemaTable?
  private let shared: SharedValues?
  /// Returns the rest of shared values; nil when the application has gone.
  private var rest: (() -> SharedValues.Rest?)?

  package init(_ values: PropertyValues, content: Content? = nil) {
    (known, table, self.content, isNone, shared) = (values, nil, content, false, nil)
  }

  /// Values that an application before has read.
  package init(_ shared: SharedValues, content: Content? = nil) {
    (table, self.content, isNone, self.shared) = (nil, content, false, shared)
  }

  /// Values that an application before has read, apart from what `rest` returns.
  package init(
    _ shared: SharedValues, _ table: SchemaTable, content: Content, rest: @escaping () -> SharedValues.Rest?
  ) {
    (self.table, self.content, isNone, self.shared, self.rest) = (table, content, false, shared, rest)
  }

  /// Values that nothing has asked for yet.
  ///
  /// - Parameters:
  ///   - table: The properties.
  ///   - read: Reads the values; nil when that is no longer possible.
  package init(_ table: SchemaTable, content: Content, read: @escaping () -> PropertyValues?) {
    (self.table, self.content, self.read, isNone, shared) = (table, content, read, false, nil)
  }

  /// No values.
  init(none table: SchemaTable) { (self.table, content, isNone, shared) = (table, nil, true, nil) }

  var values: PropertyValues {
    if let known { return known }
    let values =
      shared?.values(content?.components ?? [], rest?()) ?? read?() ?? table.map { PropertyValues($0) }
      ?? PropertyValues()
    (known, read, rest) = (values, nil, nil)
    return values
  }

  /// The values prepared for reading, which an application before may have done; nil for values of one application.
  func compiled(_ table: SchemaTable) -> CompiledProperties? { shared?.compiled(values, table) }
}
