/// The sections of details that were left, with their cells, for the next detail of the same class.
///
/// A cell that waits has no context, no row and no values: only its objects are used again, because making and freeing
/// them takes longer than evaluating their bindings. Nothing else has one that waits.
package final class WaitingCells {
  private var sections: [ObjectIdentifier: (definition: ComponentClass, sections: [DetailSection])] = [:]

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

  func removeAll() { sections = [:] }
}
