/// Checks what a script gives for the properties of a controller, cell or bar button, and converts it to property
/// values.
package struct PropertyReader {
  private let evaluator: Evaluator
  private let descriptor: ComponentDescriptor
  private let owner: String
  private let place: Diagnostic.Place?
  /// Receives the mistake in a property, which is then left out; nil for errors.
  private let onProblem: ((Diagnostic) -> Void)?
  private let places: [String: Diagnostic.Place]

  /// - Parameters:
  ///   - owner: The class as messages name it.
  ///   - place: The place where a script passed the values.
  ///   - places: The places of the values, by properties such as `path` or `sections[2].header`, where they are known.
  ///   - onProblem: Receives the mistake in a property, which is then left out; nil for errors.
  package init(
    _ evaluator: Evaluator, _ descriptor: ComponentDescriptor, owner: String, place: Diagnostic.Place? = nil,
    places: [String: Diagnostic.Place] = [:], onProblem: ((Diagnostic) -> Void)? = nil
  ) {
    (self.evaluator, self.descriptor, self.owner, self.place) = (evaluator, descriptor, owner, place)
    (self.places, self.onProblem) = (places, onProblem)
  }

  /// Reads a property or a field.
  ///
  /// - Returns: whether `body` threw nothing.
  /// - Throws: what `body` throws, unless `onProblem` receives it.
  @discardableResult
  package func attempt(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let problem as Diagnostic {
      guard let onProblem else { throw problem }
      onProblem(problem)
    } catch is Incomplete {}
    return false
  }

  /// Thrown for a record that lacks what a mistake in it, which has been reported, has left out.
  private struct Incomplete: Error {}

  /// - Throws: `controller.unknownProperty` with the nearest name, `controller.property`, `binding.syntax`.
  package func read(_ values: [String: Input]) throws -> PropertyValues {
    let table = descriptor.table
    var result = PropertyValues(table)
    result.places = places
    for (name, input) in values.sorted(by: { $0.key < $1.key }) {
      let isRead = try attempt {
        guard let own = table.slot(named: name) else {
          throw located(
            Diagnostic(
              "controller.unknownProperty", "\(owner) has no property \"\(name)\"",
              hint: hint(forUnknown: name)
            ).about(name), name)
        }
        if case .null = input { return }
        let slot = try dataSlot(for: own, given: values) ?? own
        if slot != own { result.givenNames[slot] = name }
        // As for actions, an empty text stands for none.
        if case (.segue, .string("")) = (table.schemas[slot].kind, input) { return }
        let schema = table.schemas[slot]
        result[slot: slot] = try read(
          schema.isLiteral ? input.literal : input, schema.kind, name, literals: schema.literals)
      }
      if !isRead {
        result.leaveOut(table.slot(named: name).map { $0 == table.dataAlias ? descriptor.dataSlot ?? $0 : $0 })
      }
    }
    return result
  }

  /// A formula, whose sign may be left out where nothing else can be.
  private static func formula(_ text: String) -> String {
    text.drop { $0.isWhitespace }.first == "=" ? text : "= " + text
  }

  /// The property for which `dataPath` is the general name.
  ///
  /// - Throws: `controller.property` when both are given.
  private func dataSlot(for slot: Int, given values: [String: Input]) throws -> Int? {
    guard slot == descriptor.table.dataAlias, let data = descriptor.dataSlot else { return nil }
    let name = descriptor.table.schemas[data].name
    switch values[name] {
    case nil, .null: return data
    case .some: throw wrong("dataPath", "and \(name) are the same property; give one of them")
    }
  }

  /// The class that has the property, or the nearest name.
  private func hint(forUnknown name: String) -> String? {
    if descriptor.functionNames.contains(name) {
      return "it is a function of the class: write function Class:\(name)() … end after extend"
    }
    let owner = ComponentDescriptor.all.first { other in
      other.isCell == descriptor.isCell && other.isController == descriptor.isController
        && other.table.slot(named: name) != nil
    }
    guard let owner else { return NearestName.hint(for: name, in: descriptor.table.names) }
    let isShown = descriptor === ComponentDescriptor.tableCell && owner.controlSlot == owner.table.slot(named: name)
    return (isShown ? "show a value with detailPath, or " : "it is a property of ")
      + (isShown ? "edit it with okit.\(owner.name)" : "okit.\(owner.name)")
  }

  private func read(
    _ input: Input, _ kind: PropertySchema.Kind, _ name: String, literals: PropertySchema.Literals = .none
  ) throws -> PropertyValue {
    switch (kind, input) {
    case (.value, .string), (.value, .bool), (.value, .int), (.value, .double), (.value, .function),
      (.action, .string), (.action, .function), (.callouts, .string), (.callouts, .function), (.formula, .bool),
      (.formula, .function):
      return try scalar(input, name, kind)
    case (.formula, .string(let text)): return .binding(try program(Self.formula(text), name, kind))
    case (.multipart, .list(let items)):
      let mode = literals.mode(ofElements: items.count)
      return .list(try items.enumerated().map { try scalar($1, "\(name)[\($0 + 1)]", kind, mode) })
    case (.multipart, _): return try scalar(input, name, kind, literals.mode)
    case (.moreActions, .string), (.moreActions, .function): return try scalar(input, name, kind)
    case (.moreActions, .list(let items)):
      return .moreActions(
        try items.enumerated().map { index, item in
          let name = "\(name)[\(index + 1)]"
          guard case .record(let members) = item else { return .name(try scalar(item, name, kind)) }
          return .record(try record(members, MoreActionDefinition.fields, name))
        })
    case (.text, .string(let text)), (.entityType, .string(let text)): return .text(text)
    case (.choice(let names), .string(let text)):
      guard !names.contains(text) else { return .text(text) }
      var failure = wrong(name, "is \(kind.expectation), not \"\(text)\"")
      failure.hint = NearestName.hint(for: text, in: names)
      throw failure
    case (.callouts, .list(let items)): return .callouts(try callouts(items, name))
    // An empty table of a script is a record without members.
    case (.callouts, .record(let members)) where members.isEmpty: return .callouts([])
    case (.view, .component(let component)) where component.descriptor.isView: return .component(component)
    case (.helpView, .component(let component)) where component.descriptor.isKind(of: .helpView):
      return .component(component)
    case (.segue, .string(let name)): return .segue(Segue(to: name))
    case (.segue, .record(let members)): return .segue(try segue(members, name))
    case (.cell, .component(let component)) where component.descriptor.isCell: return .component(component)
    case (.barButtons, .list(let items)):
      return try components(items, name, "an okit.ModelBarButtonItem") { $0.isBarButton || $0.isView }
    case (.views, .list(let items)): return try components(items, name, "a view such as okit.ModelLabel", \.isView)
    case (.views, .record(let members)) where members.isEmpty: return .components([])
    case (.sections, .list(let items)):
      return .sections(try items.enumerated().map { try section($1, "\(name)[\($0 + 1)]") })
    case (.tabs, .list(let items)): return .components(try items.enumerated().map { try tab($1, "\(name)[\($0 + 1)]") })
    case (.columns, .list(let items)):
      return .components(try items.enumerated().map { try column($1, "\(name)[\($0 + 1)]") })
    case (.entityType, .type(let type)):
      var failure = wrong(name, "needs a string, got class \(type)")
      failure.hint = "write \"\(type)\""
      throw failure
    default: throw wrong(name, "needs \(kind.expectation), got \(input.typeName)")
    }
  }

  // MARK: Components

  private func components(
    _ items: [Input], _ name: String, _ expected: String, _ isAccepted: (ComponentDescriptor) -> Bool
  ) throws -> PropertyValue {
    .components(
      try items.enumerated().map { index, item in
        guard case .component(let component) = item, isAccepted(component.descriptor) else {
          throw wrong("\(name)[\(index + 1)]", "needs \(expected), got \(item.typeName)")
        }
        return component
      })
  }

  // MARK: Records

  private func callouts(_ items: [Input], _ name: String) throws -> [PropertyValues] {
    try items.enumerated().map { index, item in
      let name = "\(name)[\(index + 1)]"
      guard case .record(let members) = item else {
        throw wrong(name, "needs a callout { target =, text = }, got \(item.typeName)")
      }
      let values = try record(members, CalloutDefinition.fields, name)
      let text = CalloutDefinition.keys.text
      guard values[text] != nil else { throw missing("a callout needs \"text\"", text.slot, of: values, name) }
      return values
    }
  }

  private func segue(_ members: [String: Input], _ name: String) throws -> Segue {
    let values = try record(members, Segue.fields, name)
    let to = Segue.keys.to
    guard let target = values.text(to) else { throw missing("a segue needs \"to\"", to.slot, of: values, name) }
    guard let text = values.text(Segue.keys.kind) else { return Segue(to: target) }
    guard let kind = Segue.Kind(rawValue: text) else {
      throw located(
        Diagnostic(
          "controller.property", "\(owner).\(name).kind is \"push\" or \"present\", not \"\(text)\"",
          hint: NearestName.hint(for: text, in: Segue.Kind.allCases.map(\.rawValue))), "\(name).kind")
    }
    return Segue(to: target, kind: kind)
  }

  private func section(_ input: Input, _ name: String) throws -> SectionDefinition {
    guard case .record(var members) = input else { throw wrong(name, "needs a table, got \(input.typeName)") }
    let cells = members.removeValue(forKey: "cells")
    var rows: PropertyValues?
    let fieldsOfRows = members.filter { SectionDefinition.fields.slot(named: $0.key) == nil && $0.value.isGiven }
    if !fieldsOfRows.isEmpty {
      for name in fieldsOfRows.keys { members[name] = nil }
      rows = try self.rows(fieldsOfRows, name, besides: cells)
    }
    let values = try record(members, SectionDefinition.fields, name)
    if let rows {
      rows.component(ComponentDescriptor.listKeys.cell)?.belongs(
        to: values[SectionDefinition.keys.header]?.writtenText ?? "")
      return SectionDefinition(values: values, cells: [], rows: rows)
    }
    switch cells {
    case nil, .null: return SectionDefinition(values: values, cells: [])
    case .list(let items):
      let cells = try items.enumerated().map { index, item in
        guard case .component(var component) = item, component.descriptor.isCell || component.descriptor.isView else {
          throw wrong("\(name).cells[\(index + 1)]", "needs a cell such as okit.ModelTextCell, got \(item.typeName)")
        }
        if component.descriptor.isView { component = ViewCell.component(around: component) }
        return component
      }
      let section = SectionDefinition(values: values, cells: cells)
      section.markCells()
      return section
    // An empty table of a script is a record without members.
    case .record(let members) where members.isEmpty: return SectionDefinition(values: values, cells: [])
    case .some(let other): throw wrong("\(name).cells", "needs a list of cells, got \(other.typeName)")
    }
  }

  /// Reads the fields of a section that shows a collection. Nil when they are only unknown ones.
  ///
  /// - Throws: `controller.property` beside `cells` and without `dataPath`.
  private func rows(_ members: [String: Input], _ name: String, besides cells: Input?) throws -> PropertyValues? {
    let list = ComponentDescriptor.list.table
    let values = try record(
      members, SectionDefinition.allFields, name, also: ["cells"], into: list,
      hint: { list.slot(named: $0) == nil ? nil : "it is a property of okit.ModelListTableController alone" })
    if members["dataPath"] == nil {
      guard let other = members.keys.sorted().first(where: { SectionDefinition.allFields[$0] != nil }) else {
        return nil
      }
      guard values.mayLack(ComponentDescriptor.listKeys.dataPath.slot) else {
        throw wrong("\(name).\(other)", "needs dataPath, the collection whose rows the section shows")
      }
    }
    guard cells?.isGiven != true else {
      throw wrong("\(name).cells", "and dataPath exclude each other; give the section of the cells a table of its own")
    }
    return values
  }

  private func tab(_ input: Input, _ name: String) throws -> Component {
    try part(input, .tab, needs: ComponentDescriptor.tabKeys.root.slot, "the name of a controller", name)
  }

  private func column(_ input: Input, _ name: String) throws -> Component {
    let keys = ComponentDescriptor.columnKeys
    let column = try part(input, .column, needs: keys.cell.slot, "such as okit.ModelTextCell { … }", name)
    column.values.component(keys.cell)?.belongs(toColumn: column.values[keys.title]?.writtenText ?? "")
    return column
  }

  /// Reads a record that is a component of its controller.
  ///
  /// - Parameters:
  ///   - slot: The field that it needs.
  ///   - expected: What that is.
  private func part(
    _ input: Input, _ descriptor: ComponentDescriptor, needs slot: Int, _ expected: String, _ name: String
  ) throws -> Component {
    guard case .record(let members) = input else { throw wrong(name, "needs a table, got \(input.typeName)") }
    let values = try record(members, descriptor.table, name)
    guard values[slot: slot] != nil || values.mayLack(slot) else {
      let needed = "\"\(descriptor.table.schemas[slot].name)\", \(expected)"
      throw wrong(name, "a \(descriptor.part ?? descriptor.name) needs \(needed)")
    }
    return Component(recordOf: owner, descriptor, GivenValues(values), place: places.place(ofProperty: name) ?? place)
  }

  /// - Parameters:
  ///   - table: The table with the slots of the values; by default the fields.
  ///   - hint: The hint for an unknown field; by default the nearest name.
  private func record(
    _ members: [String: Input], _ fields: SchemaTable, _ name: String, also: [String] = [],
    into table: SchemaTable? = nil, hint: (String) -> String? = { _ in nil }
  ) throws -> PropertyValues {
    let table = table ?? fields
    var result = PropertyValues(table)
    for (key, input) in members.sorted(by: { $0.key < $1.key }) {
      let isRead = try attempt {
        guard let schema = fields[key], let slot = table.slot(named: key) else {
          throw located(
            Diagnostic(
              "controller.unknownProperty", "\(owner).\(name) has no field \"\(key)\"",
              hint: hint(key) ?? NearestName.hint(for: key, in: fields.names + also)
            ).about(key), "\(name).\(key)")
        }
        if case .null = input { return }
        if case (.segue, .string("")) = (schema.kind, input) { return }
        result[slot: slot] = try read(
          schema.isLiteral ? input.literal : input, schema.kind, "\(name).\(key)", literals: schema.literals)
      }
      if !isRead { result.leaveOut(table.slot(named: key)) }
    }
    return result
  }

  // MARK: Bindings

  private func scalar(
    _ input: Input, _ name: String, _ kind: PropertySchema.Kind, _ mode: Binding.Mode = .binding
  ) throws -> PropertyValue {
    switch input {
    case .string(let text): return .binding(try program(text, name, kind, mode))
    case .bool(let bool): return .binding(try program("#\(bool)", name, kind))
    case .int(let int): return .binding(try program("#\(int)", name, kind))
    case .double(let double): return .binding(try program("#\(NumberText.text(of: double))", name, kind))
    case .function(let function): return .function(function)
    case .null, .component, .type, .list, .record:
      throw wrong(name, "needs a binding or a function, got \(input.typeName)")
    }
  }

  private func program(
    _ text: String, _ name: String, _ kind: PropertySchema.Kind, _ mode: Binding.Mode = .binding
  ) throws -> BindingProgram {
    do { return try evaluator.program(text, as: mode) } catch var diagnostic as Diagnostic {
      // An unknown operator may have a nearest name; the hint at the escape of a character is replaced.
      let isText =
        diagnostic.code == "binding.operator"
        ? diagnostic.hint == nil : diagnostic.hint != nil || ForgottenSign.looksLikeText(text)
      if kind.showsText, isText, !ForgottenSign.hasFormula(text), let hint = ForgottenSign.hint(forText: text) {
        diagnostic.hint = hint
      }
      if let excerpt = diagnostic.excerpt {
        diagnostic.excerpt?.source = SourceText(name: origin(name).label, text: excerpt.source.text)
      }
      throw located(diagnostic, name)
    }
  }

  // MARK: Failures

  /// Returns the error for a value of the wrong kind.
  package func wrong(_ name: String, _ message: String) -> Diagnostic {
    let last = String(name.split(separator: ".").last ?? "").prefix { $0 != "[" }
    return located(Diagnostic("controller.property", "\(owner).\(name) \(message)").about(String(last)), name)
  }

  /// Returns the error for a record without a field that it needs.
  private func missing(_ message: String, _ slot: Int, of values: PropertyValues, _ name: String) -> any Error {
    values.mayLack(slot) ? Incomplete() : wrong(name, message)
  }

  private func located(_ diagnostic: Diagnostic, _ name: String) -> Diagnostic {
    let origin = origin(name)
    return diagnostic.at(evaluator.place(of: origin)).from(origin)
  }

  private func origin(_ name: String) -> Diagnostic.Origin {
    Diagnostic.Origin(
      owner: owner, part: descriptor.part, property: name, place: places.place(ofProperty: name) ?? place)
  }
}
