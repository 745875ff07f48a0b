/// Property values that applications use one after the other: those with the same scripts read the same values from the
/// same table, apart from the components and functions in it.
package final class SharedValues {
  /// What else the values of an application consist of.
  package struct Rest {
    /// The functions in the table, in order.
    let functions: [FunctionRef]
    /// The name of the class that has the values, and the place of its definition.
    let owner: String
    let place: Diagnostic.Place?

    package init(functions: [FunctionRef], owner: String, place: Diagnostic.Place?) {
      (self.functions, self.owner, self.place) = (functions, owner, place)
    }
  }

  /// Without the components and functions.
  private let values: PropertyValues
  /// The programs in the values are among these.
  private let programs: ProgramTable
  /// The slots with components and functions, and which ones of the table these are.
  private let places: [(slot: Int, parts: Places)]
  /// Whether the values need more than the components.
  package let needsRest: Bool
  /// The values prepared for reading, once something has asked for that.
  private var compiled: CompiledProperties?

  private enum Places {
    case one(Int)
    case list([Int])
    /// The cells of each section.
    case sections([[Int]])
    case function(Int)
    /// Parts that were made from tables, such as tabs: the values of each.
    case records([(descriptor: ComponentDescriptor, values: SharedValues)])
  }

  /// Values that the application of `evaluator` has read; nil for some that belong to it alone.
  ///
  /// - Parameters:
  ///   - components: The components in the table, in order.
  ///   - index: Returns which one of the functions in the table a function is.
  package init?(
    _ values: PropertyValues, _ components: [Component], _ evaluator: Evaluator, index: (FunctionRef) -> Int?
  ) {
    func places(of parts: [Component]) -> [Int]? {
      // Another application may have two components where this one has the same twice.
      let found = parts.compactMap { part in
        components.firstIndex { $0 === part }.flatMap { first in
          components.lastIndex { $0 === part } == first ? first : nil
        }
      }
      return found.count == parts.count ? found : nil
    }
    func records(_ parts: [Component]) -> Places? {
      guard !parts.contains(where: { part in components.contains { $0 === part } }) else { return nil }
      let records = parts.compactMap { part in
        part.own.flatMap { SharedValues($0.values, [], evaluator) { _ in nil } }.map { (part.descriptor, $0) }
      }
      return records.count == parts.count ? .records(records) : nil
    }
    var (kept, all): (PropertyValues, [(slot: Int, parts: Places)]) = (values, [])
    var needsRest = false
    for (slot, value) in values.slots.enumerated() {
      guard let value, !value.isShareable else { continue }
      // The first application must not live on in its components.
      kept[slot: slot] = nil
      switch value {
      case .component(let part):
        guard let place = places(of: [part])?.first else { return nil }
        all.append((slot, .one(place)))
      case .components(let parts):
        if let places = places(of: parts) {
          all.append((slot, .list(places)))
        } else {
          guard let records = records(parts) else { return nil }
          all.append((slot, records))
          needsRest = true
        }
      case .function(let function):
        guard let place = index(function) else { return nil }
        all.append((slot, .function(place)))
        needsRest = true
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
    (self.values, self.places, self.needsRest, programs) = (kept, all, needsRest, evaluator.programs)
  }

  /// Whether applications to come may use them.
  package var isCurrent: Bool { !programs.isLast }

  /// Whether the application of an evaluator may use them, which no other one does.
  package func belong(to evaluator: Evaluator) -> Bool { evaluator.programs === programs }

  /// Returns the values with other components and functions; nil when the rest is missing.
  func values(_ components: [Component], _ rest: Rest?) -> PropertyValues? {
    if places.isEmpty { return values }
    if needsRest, rest == nil { return nil }
    var result = values
    for (slot, places) in places {
      switch places {
      case .function(let place): result[slot: slot] = rest.map { .function($0.functions[place]) }
      case .records(let records):
        guard let rest else { continue }
        result[slot: slot] = .components(
          records.map { Component(recordOf: rest.owner, $0.descriptor, GivenValues($0.values), place: rest.place) })
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

  /// Returns values with other components and functions, prepared for reading.
  func compiled(_ values: PropertyValues, _ table: SchemaTable) -> CompiledProperties {
    let functions = places.compactMap { slot, part in if case .function = part { slot } else { nil } }
    if let compiled { return places.isEmpty ? compiled : CompiledProperties(compiled, values, functions: functions) }
    let new = CompiledProperties(values, table)
    compiled = places.isEmpty ? new : CompiledProperties(new, self.values, functions: [])
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
