/// Property values without functions, which applications use one after the other: those with the same scripts read the
/// same values from the same table, apart from the components in it.
package final class SharedValues {
  private let values: PropertyValues
  /// The programs in the values are among these.
  private let programs: ProgramTable
  /// The slots with components, and which ones of the table.
  private let places: [(slot: Int, components: [Int])]

  /// Values that the application of `evaluator` has read; nil for some that belong to it alone.
  ///
  /// - Parameter components: The components in the table, in order.
  package init?(_ values: PropertyValues, _ components: [Component], _ evaluator: Evaluator) {
    var places: [(slot: Int, components: [Int])] = []
    for (slot, value) in values.slots.enumerated() {
      guard let value, !value.isShareable else { continue }
      let found = value.wholeComponents.map { part in components.firstIndex { $0 === part } }
      guard !found.isEmpty, !found.contains(nil) else { return nil }
      places.append((slot, found.compactMap { $0 }))
    }
    (self.values, self.places, programs) = (values, places, evaluator.programs)
  }

  /// Whether the application of an evaluator may use them, which no other one does.
  package func belong(to evaluator: Evaluator) -> Bool { evaluator.programs === programs }

  /// Returns the values prepared for reading; nil for values with components.
  func compiled(_ table: SchemaTable) -> CompiledProperties? {
    guard places.isEmpty else { return nil }
    if let madeCompiled { return madeCompiled }
    let compiled = CompiledProperties(values, table)
    madeCompiled = compiled
    return compiled
  }
  private var madeCompiled: CompiledProperties?

  /// Returns the values with other components.
  func values(_ components: [Component]) -> PropertyValues {
    if places.isEmpty { return values }
    var result = values
    for (slot, indices) in places {
      if case .component = values[slot: slot] {
        result[slot: slot] = .component(components[indices[0]])
      } else {
        result[slot: slot] = .components(indices.map { components[$0] })
      }
    }
    return result
  }
}

extension PropertyValue {
  /// Whether it belongs to no application, apart from the programs.
  fileprivate var isShareable: Bool {
    switch self {
    case .binding, .text, .segue: true
    case .function, .component: false
    case .list(let items): items.allSatisfy(\.isShareable)
    case .moreActions(let actions):
      actions.allSatisfy { action in
        switch action {
        case .name(let name): name.isShareable
        case .record(let values): values.isShareable
        }
      }
    case .callouts(let callouts): callouts.allSatisfy(\.isShareable)
    case .components(let components): components.isEmpty
    case .sections(let sections):
      sections.allSatisfy { $0.cells.isEmpty && $0.values.isShareable && $0.rows?.isShareable != false }
    }
  }

  /// The components that the value is; none for other values.
  fileprivate var wholeComponents: [Component] {
    switch self {
    case .component(let component): [component]
    case .components(let components): components
    default: []
    }
  }
}

extension PropertyValues {
  fileprivate var isShareable: Bool { slots.allSatisfy { $0?.isShareable != false } }
}
