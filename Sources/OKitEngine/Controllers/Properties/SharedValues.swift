/// Property values without functions, which applications use one after the other: those with the same scripts read the
/// same values from the same table, apart from the components in it.
package final class SharedValues {
  /// Without the components.
  private let values: PropertyValues
  /// The programs in the values are among these.
  private let programs: ProgramTable
  /// The slots with components, and which ones of the table these are.
  private let places: [(slot: Int, components: Places)]
  /// The values prepared for reading, once something has asked for that.
  private var compiled: CompiledProperties?

  private enum Places {
    case one(Int)
    case list([Int])
    /// The cells of each section.
    case sections([[Int]])
  }

  /// Values that the application of `evaluator` has read; nil for some that belong to it alone.
  ///
  /// - Parameter components: The components in the table, in order.
  package init?(_ values: PropertyValues, _ components: [Component], _ evaluator: Evaluator) {
    func places(of parts: [Component]) -> [Int]? {
      // Another application may have two components where this one has the same twice.
      let found = parts.compactMap { part in
        components.firstIndex { $0 === part }.flatMap { first in
          components.lastIndex { $0 === part } == first ? first : nil
        }
      }
      return found.count == parts.count ? found : nil
    }
    var (kept, all): (PropertyValues, [(slot: Int, components: Places)]) = (values, [])
    for (slot, value) in values.slots.enumerated() {
      guard let value, !value.isShareable else { continue }
      // The first application must not live on in its components.
      kept[slot: slot] = nil
      switch value {
      case .component(let part):
        guard let place = places(of: [part])?.first else { return nil }
        all.append((slot, .one(place)))
      case .components(let parts):
        guard let places = places(of: parts) else { return nil }
        all.append((slot, .list(places)))
      case .sections(var sections):
        let cells = sections.compactMap { places(of: $0.cells) }
        for index in sections.indices { sections[index].cells = [] }
        let value = PropertyValue.sections(sections)
        guard cells.count == sections.count, value.isShareable else { return nil }
        kept[slot: slot] = value
        all.append((slot, .sections(cells)))
      default: return nil
      }
    }
    (self.values, self.places, programs) = (kept, all, evaluator.programs)
  }

  /// Whether applications to come may use them.
  package var isCurrent: Bool { !programs.isLast }

  /// Whether the application of an evaluator may use them, which no other one does.
  package func belong(to evaluator: Evaluator) -> Bool { evaluator.programs === programs }

  /// Returns the values with other components.
  func values(_ components: [Component]) -> PropertyValues {
    if places.isEmpty { return values }
    var result = values
    for (slot, places) in places {
      switch places {
      case .one(let place): result[slot: slot] = .component(components[place])
      case .list(let places): result[slot: slot] = .components(places.map { components[$0] })
      case .sections(let cells):
        guard case .sections(var sections)? = values[slot: slot] else { continue }
        for index in sections.indices {
          sections[index].cells = cells[index].map { components[$0] }
          sections[index].markCells()
        }
        result[slot: slot] = .sections(sections)
      }
    }
    return result
  }

  /// Returns values with other components, prepared for reading.
  func compiled(_ values: PropertyValues, _ table: SchemaTable) -> CompiledProperties {
    if let compiled { return places.isEmpty ? compiled : CompiledProperties(compiled, values) }
    let new = CompiledProperties(values, table)
    compiled = places.isEmpty ? new : CompiledProperties(new, self.values)
    return new
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
}

extension PropertyValues {
  fileprivate var isShareable: Bool { slots.allSatisfy { $0?.isShareable != false } }
}
