/// The cells and properties of controllers that were left, for the next controller of the same class.
///
/// A cell that waits has no context, no row and no values: only its objects are used again, because making and freeing
/// them takes longer than evaluating their bindings. Nothing else has a cell or properties that wait.
package final class WaitingCells {
  /// Of each class those of one controller.
  private var sections: [ObjectIdentifier: (definition: ComponentClass, sections: [DetailSection])] = [:]
  private var properties: [ObjectIdentifier: (definition: ComponentClass, properties: BoundProperties)] = [:]

  package init() {}

  /// Keeps the sections of a detail that has ended, if nothing else has them or one of their cells.
  ///
  /// - Parameter left: An array that nothing else has either.
  func keep(_ left: inout [DetailSection], of definition: ComponentClass) {
    for index in left.indices {
      guard isKnownUniquelyReferenced(&left[index]), left[index].isUnshared else { return }
    }
    for section in left { section.forget() }
    sections[ObjectIdentifier(definition)] = (definition, left)
  }

  /// Returns the sections that wait for a detail of a class, by their indices; empty for none.
  func take(_ definition: ComponentClass) -> [DetailSection] {
    sections.removeValue(forKey: ObjectIdentifier(definition))?.sections ?? []
  }

  /// Keeps the properties of a controller that nothing else has.
  func keep(_ left: BoundProperties, of definition: ComponentClass) {
    left.forget()
    properties[ObjectIdentifier(definition)] = (definition, left)
  }

  /// Returns the properties that wait for a controller of a class; nil for none, and if values of the class were added.
  func takeProperties(_ definition: ComponentClass) -> BoundProperties? {
    let waiting = properties.removeValue(forKey: ObjectIdentifier(definition))?.properties
    return waiting?.compiled === definition.properties ? waiting : nil
  }
}
