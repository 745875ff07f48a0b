/// The cells and properties of controllers that were left, for the next controller of the same class.
///
/// A cell in the pool has no context, no row and no values: only its objects are used again, because making and freeing
/// them takes longer than evaluating their bindings. Nothing else has a cell or properties of the pool.
package final class ReusePool {
  /// Of each class those of one controller.
  private struct Details {
    let definition: ComponentClass
    /// The values of the class that gave the sections.
    let values: CompiledProperties
    let sections: [DetailSection]
  }

  @exclusivity(unchecked) private var details: [ObjectIdentifier: Details] = [:]
  /// Of each component of a view or a bar button those of some.
  @exclusivity(unchecked) private var ofComponents: [ObjectIdentifier: List] = [:]
  @exclusivity(unchecked) private var properties:
    [ObjectIdentifier: (definition: ComponentClass, properties: BoundProperties)] = [:]

  // A reference, so that a list changes in place.
  private final class List {
    @exclusivity(unchecked) var properties: [BoundProperties]

    init(_ first: BoundProperties) { properties = [first] }
  }

  package init() {}

  /// Keeps the sections of a detail that has ended, if nothing else has them or one of their cells.
  ///
  /// - Parameter left: An array that nothing else has either.
  func keep(_ left: inout [DetailSection], of definition: ComponentClass) {
    for index in left.indices {
      guard isKnownUniquelyReferenced(&left[index]), left[index].isUnshared else { return }
    }
    for section in left { section.prepareForReuse() }
    details[ObjectIdentifier(definition)] = Details(
      definition: definition, values: definition.properties, sections: left)
  }

  /// Returns the sections for a detail of a class; nil for none, and if values of the class or functions of
  /// its cells were added.
  func take(_ definition: ComponentClass) -> [DetailSection]? {
    guard let known = details.removeValue(forKey: ObjectIdentifier(definition)),
      known.values === definition.properties, !known.sections.contains(where: \.hasFunctions)
    else { return nil }
    return known.sections
  }

  /// Keeps the properties of a controller that nothing else has.
  func keep(_ left: BoundProperties, of definition: ComponentClass) {
    left.prepareForReuse()
    properties[ObjectIdentifier(definition)] = (definition, left)
  }

  /// Keeps the properties of a view or a bar button that nothing else has.
  func keep(_ left: BoundProperties) {
    left.prepareForReuse(forgetsHandler: true)
    // Components that a function has made are known to no other controller.
    if ofComponents.count >= 1000 { ofComponents = [:] }
    let component = ObjectIdentifier(left.component)
    if let list = ofComponents[component] {
      if list.properties.count < 4 { list.properties.append(left) }
    } else {
      ofComponents[component] = List(left)
    }
  }

  /// Returns properties for a component; nil for none.
  func take(_ component: Component) -> BoundProperties? {
    ofComponents.isEmpty ? nil : ofComponents[ObjectIdentifier(component)]?.properties.popLast()
  }

  /// Returns the properties for a controller of a class; nil for none, and if values of the class were added.
  func takeProperties(_ definition: ComponentClass) -> BoundProperties? {
    let known = properties.removeValue(forKey: ObjectIdentifier(definition))?.properties
    return known?.compiled === definition.properties ? known : nil
  }
}
