extension DefinitionCoverage {
  /// Adds all that a class defines, which a script has made.
  package func add(_ definition: ComponentClass) {
    guard definition.superClass != nil, let place = definition.place else { return }
    if let item = definition.covered { add(item) }
    let owner = Owner(definition: definition) { definition.ownItem($0, $1, $2, $3) }
    add(definition.own.values, definition.descriptor.table.schemas, owner)
    for rows in definition.ownSectionRows {
      let owner = Owner(definition: definition, list: rows) { property, _, kind, text in
        CoveredDefinition(
          kind: kind, owner: definition.name, property: rows.path(of: property), text: text, place: place)
      }
      add(rows.own.values, rows.descriptor.table.schemas, owner)
    }
  }

  private func add(_ component: Component, of definition: ComponentClass) {
    if let item = component.covered(in: definition) { add(item) }
    guard let own = component.own?.values else { return }
    let owner = Owner(definition: definition, component: component) { property, slot, kind, text in
      component.covered(property, slot: slot, kind: kind, text, of: definition)
    }
    add(own, component.descriptor.table.schemas, owner)
  }

  /// Where values are given, and what makes their items: from the property, its slot, the kind and the text.
  private struct Owner {
    let definition: ComponentClass
    var component: Component?
    var list: ComponentClass?
    let item: (String, Int, CoveredDefinition.Kind, String?) -> CoveredDefinition?
  }

  private func add(_ values: PropertyValues, _ schemas: [PropertySchema], _ owner: Owner) {
    for (slot, schema) in schemas.enumerated() {
      guard let value = values[slot: slot] else { continue }
      add(value, values.givenNames[slot] ?? schema.name, slot, schema, owner)
    }
  }

  private func add(
    _ value: PropertyValue, _ property: String, _ slot: Int, _ schema: PropertySchema, _ owner: Owner
  ) {
    switch value {
    case _ where schema.name == "moreActionsTap": add(taps: value, owner)
    case .binding(let program):
      if schema.kind == .action {
        if let item = owner.item(property, slot, .action, program.text) { add(item) }
      } else if program.isCounted,
        let item = owner.item(property, slot, .binding(isBool: schema.isCountedAsBool), program.text)
      {
        add(
          DefinedBinding(
            counter: add(item), program: program, property: schema.name, definition: owner.definition,
            component: owner.component, list: owner.list))
      }
    case .function:
      if schema.kind == .action, let item = owner.item(property, slot, .action, nil) { add(item) }
    case .list(let items):
      for (index, item) in items.enumerated() {
        self.add(item, "\(property)[\(index + 1)]", slot, schema, owner)
      }
    case .moreActions(let actions):
      for (index, action) in actions.enumerated() {
        let name = "\(property)[\(index + 1)]"
        switch action {
        case .name(let value): self.add(value, "\(name).name", slot, schema, owner)
        case .record(let values):
          add(fields: values, MoreActionDefinition.fields.schemas, name, slot, owner)
        }
      }
    case .sections(let sections):
      for (index, section) in sections.enumerated() {
        add(
          fields: section.values, SectionDefinition.fields.schemas, "\(property)[\(index + 1)]", slot, owner)
        for cell in section.cells { self.add(cell, of: owner.definition) }
      }
    case .segue(let segue):
      if let item = owner.item(property, slot, .segue, segue.to) { add(segue, item) }
    case .component(let component): add(component, of: owner.definition)
    case .components(let components): for component in components { add(component, of: owner.definition) }
    case .callouts, .text: break
    }
  }

  /// Adds the actions of a sheet, as the ones of `moreActions` with their numbers that they are run as.
  private func add(taps value: PropertyValue, _ owner: Owner) {
    for (index, action) in value.actions.enumerated() {
      let origin = (owner.list ?? owner.definition).origin("moreActions[\(index + 1)].tap")
      if let action, !action.isEmptyText, let item = CoveredDefinition(action, origin) { add(item) }
    }
  }

  private func add(
    fields values: PropertyValues, _ schemas: [PropertySchema], _ name: String, _ slot: Int, _ owner: Owner
  ) {
    for (field, schema) in schemas.enumerated() {
      guard let value = values[slot: field] else { continue }
      add(value, "\(name).\(schema.name)", slot, schema, owner)
    }
  }
}

extension ComponentClass {
  /// The controller as a whole; nil for another class.
  var covered: CoveredDefinition? {
    guard descriptor.screenClass != nil, superClass != nil, let place else { return nil }
    return CoveredDefinition(kind: .controller, owner: name, place: place)
  }

  /// A property that the definition of the class itself gives.
  fileprivate func ownItem(
    _ property: String, _ slot: Int, _ kind: CoveredDefinition.Kind, _ text: String?
  ) -> CoveredDefinition? {
    guard let place = place(of: property, slot) else { return nil }
    return CoveredDefinition(kind: kind, owner: name, property: path(of: property), text: text, place: place)
  }

  /// A property that the definition of the class or of a superclass gives.
  fileprivate func item(
    _ property: String, _ slot: Int, _ kind: CoveredDefinition.Kind, _ text: String?
  ) -> CoveredDefinition? {
    sequence(first: self, next: \.superClass).first { $0.gives(slot: slot) }?.ownItem(property, slot, kind, text)
  }
}

extension Component {
  /// The cell as a whole; nil for other parts.
  func covered(in definition: ComponentClass) -> CoveredDefinition? {
    guard descriptor.isCell, let place else { return nil }
    return CoveredDefinition(
      kind: .cell, owner: definition.name, part: descriptor.part, element: element, place: place)
  }

  /// A property that the component has, or that its class gives; nil without a place.
  func covered(
    _ property: String, slot: Int, kind: CoveredDefinition.Kind, _ text: String?, of definition: ComponentClass
  ) -> CoveredDefinition? {
    guard own?.values[slot: slot] != nil else { return componentClass.item(property, slot, kind, text) }
    let origin = origin(property, slot: slot, of: definition)
    guard let place = origin.place else { return nil }
    return CoveredDefinition(
      kind: kind, owner: definition.name, part: descriptor.part, element: element, property: origin.property,
      text: text, place: place)
  }
}

extension PropertyValue {
  /// The value that is observed: this one, or an element of it, or a field of that; nil for callouts.
  func part(_ observed: ObservedProperty) -> PropertyValue? {
    guard let element = observed.element else { return self }
    switch self {
    case .list(let items): return items.indices.contains(element) ? items[element] : nil
    case .moreActions(let actions):
      guard actions.indices.contains(element) else { return nil }
      switch actions[element] {
      case .name(let value): return observed.field == "name" ? value : nil
      case .record(let values): return values.field(observed.field, MoreActionDefinition.fields)
      }
    case .sections(let sections):
      return sections.indices.contains(element)
        ? sections[element].values.field(observed.field, SectionDefinition.fields) : nil
    case .binding, .function, .text, .callouts, .segue, .component, .components: return nil
    }
  }
}

extension PropertyValues {
  fileprivate func field(_ name: String?, _ table: SchemaTable) -> PropertyValue? {
    name.flatMap(table.slot(named:)).flatMap { self[slot: $0] }
  }
}
