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

  package init(_ values: PropertyValues, content: Content? = nil) {
    (known, table, self.content, isNone) = (values, nil, content, false)
  }

  /// Values that nothing has asked for yet.
  ///
  /// - Parameters:
  ///   - table: The properties.
  ///   - read: Reads the values; nil when that is no longer possible.
  package init(_ table: SchemaTable, content: Content, read: @escaping () -> PropertyValues?) {
    (self.table, self.content, self.read, isNone) = (table, content, read, false)
  }

  /// No values.
  init(none table: SchemaTable) { (self.table, content, isNone) = (table, nil, true) }

  var values: PropertyValues {
    if let known { return known }
    let values = read?() ?? table.map { PropertyValues($0) } ?? PropertyValues()
    (known, read) = (values, nil)
    return values
  }
}
