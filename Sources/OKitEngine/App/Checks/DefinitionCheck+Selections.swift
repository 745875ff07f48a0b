/// Checks of the collections and references that adding and selecting write to.
extension DefinitionCheck {
  /// The properties into which a person types the text of a new entity.
  func addedProperties(_ controller: ComponentClass, _ row: EntityType?) -> [Mistake] {
    let (values, keys) = (controller.values, ListController.listKeys)
    return added(values.text(keys.addName), "addName", controller, row)
      + added(values[keys.addField]?.constant?.scalarText, "addField", controller, row)
  }

  private func added(
    _ name: String?, _ key: String, _ controller: ComponentClass, _ row: EntityType?
  ) -> [Mistake] {
    let keys = ListController.listKeys
    guard let name, !name.isEmpty, let type = controller.values.text(keys.type).flatMap(store.type(named:)) ?? row
    else { return [] }
    let origin = controller.origin(key)
    guard let property = type.property(named: name) else {
      return [
        mistake(
          "model.unknownProperty", origin, "\(type.name) has no property \"\(name)\"",
          hint: NearestName.hint(for: name, in: type.properties.map(\.name)))
      ]
    }
    if property.computed != nil {
      return [mistake("binding.notWritable", origin, "\(type.name).\(name) is computed and cannot be written")]
    }
    guard !property.type.takesNames else { return [] }
    let texts = type.properties.filter { $0.computed == nil && $0.type.unwrapped == .string }.map(\.name)
    return [
      mistake(
        "binding.type", origin, "needs a String; \(type.name).\(name) is \(property.type.article)",
        hint: NearestName.hint(for: name, in: texts) ?? texts.min().map { "a String is \"\($0)\"" })
    ]
  }

  /// In edit mode, a list writes to `selectPath` whether a row is selected.
  func selectPath(_ controller: ComponentClass, _ row: EntityType?) -> [Mistake] {
    guard case .binding(let program)? = controller.values[ListController.listKeys.selectPath] else { return [] }
    let origin = controller.origin("selectPath")
    let value = evaluator.staticValue(program, in: row)
    if var mistake = unknownName(value, program, origin) {
      if case .unknown(let step, let type) = value {
        let flags = type.properties.filter { $0.type.unwrapped == .bool }.map(\.name)
        mistake.diagnostic.hint = NearestName.hint(for: step.name, in: flags) ?? mistake.diagnostic.hint
      }
      return [mistake]
    }
    if let obstacle = evaluator.writeObstacle(program, in: row) { return [mistake(obstacle, program, origin)] }
    guard case .property(let property, let owner) = value, property.computed == nil, property.type.unwrapped != .bool
    else { return [] }
    return [
      wrongType("needs a Bool; \(owner.name).\(property.name) is \(property.type.article)", program, origin)
    ]
  }

  /// A list writes to `searchScopePath` which scope is selected.
  func searchScopePath(_ controller: ComponentClass, _ context: EntityType?) -> [Mistake] {
    guard case .binding(let program)? = controller.values[ListController.listKeys.searchScopePath] else { return [] }
    let origin = controller.origin("searchScopePath")
    let value = evaluator.staticValue(program, in: context)
    if let mistake = unknownName(value, program, origin) { return [mistake] }
    if let obstacle = evaluator.writeObstacle(program, in: context) { return [mistake(obstacle, program, origin)] }
    guard case .property(let property, let owner) = value, property.computed == nil else { return [] }
    switch property.type.unwrapped {
    case .string, .int, .double, .bool, .enumeration: return []
    default:
      return [
        wrongType(
          "needs a number, a text or an enumeration; \(owner.name).\(property.name) is \(property.type.article)",
          program, origin)
      ]
    }
  }

  /// Data that are not entities, which have no rows.
  func listData(_ controller: ComponentClass, in context: EntityType?) -> [Mistake] {
    guard let (program, data, owner) = evaluator.storedProperty(controller.listData, in: context),
      let element = data.type.element,
      element.entityTypeName == nil
    else { return [] }
    return [
      wrongType(
        "needs a list of entities; \(owner.name).\(data.name) is \(data.type.article)", program,
        controller.origin("dataPath"), hint: "give the elements a class of their own that extends okit.ModelEntity")
    ]
  }

  /// Adding to a map, which needs keys.
  func addedToMap(_ controller: ComponentClass, in context: EntityType?) -> [Mistake] {
    let (values, keys) = (controller.values, ListController.listKeys)
    let names = [keys.addField.slot, keys.addName.slot, keys.add.slot]
    guard values[keys.add]?.constant?.flag != false || values[keys.addField] != nil,
      ![OverridableFunction.onAddTap, .addEntity].contains(where: { controller.override(of: $0) != nil }),
      let slot = names.first(where: { values[slot: $0] != nil }),
      let (_, data, owner) = evaluator.storedProperty(controller.listData, in: context),
      case .map = data.type.unwrapped
    else { return [] }
    return [
      mistake(
        "binding.type", controller.origin(controller.descriptor.table.schemas[slot].name),
        "adds without a key; \(owner.name).\(data.name) is \(data.type.article)",
        hint: "use a list, or override addEntity")
    ]
  }

  /// A class for new entities that the list cannot hold.
  func addedType(_ controller: ComponentClass, in context: EntityType?) -> [Mistake] {
    guard let type = controller.values.text(ListController.listKeys.type).flatMap(store.type(named:)),
      let (_, data, owner) = evaluator.storedProperty(controller.listData, in: context),
      case .entity(let name)? = data.type.element?.unwrapped, !type.isSubtype(of: name)
    else { return [] }
    return [
      mistake(
        "binding.type", controller.origin("type"),
        """
        \(owner.name).\(data.name) is \(data.type.article), which cannot hold \
        \(PropertyType.entity(type.name).article)
        """,
        hint: "name the class \(name), or one that extends it")
    ]
  }

  /// - Parameter types: The controller that opens the selection determines where it is written by default.
  func selectionPath(_ controller: ComponentClass, _ context: EntityType?, _ types: ContextTypes) -> [Mistake] {
    let given = controller.values[SelectionController.selectionKeys.selectionPath]
    let origin = controller.origin("selectionPath")
    func noPath(_ reason: String, hint: String) -> [Mistake] {
      [mistake("selection.path", origin, reason, hint: hint)]
    }
    if case .function? = given {
      return noPath("a function cannot be written", hint: "name a property, such as selectionPath = \"author\"")
    }
    if given == nil, types.isOpenedByScript { return [] }
    guard given != nil || types.opener != nil else {
      return noPath(
        "there is no selectionPath to write to", hint: "declare it, or open \(controller.name) from a list or a detail")
    }
    // A detail opens the selection of the reference that it shows.
    if given == nil, types.opener?.descriptor.isKind(of: .detail) == true {
      guard let context, !context.isReference, store.types.subtypes(of: context).allSatisfy({ !$0.isReference }) else {
        return []
      }
      return noPath(
        "there is no selectionPath to write to, and the class of the context is \(context.name)",
        hint: "declare it; only a detail that shows a reference needs none")
    }
    guard case .binding(let program)? = given ?? types.opener?.listData else { return [] }
    let value = evaluator.staticValue(program, in: context)
    if given != nil {
      if let mistake = unknownName(value, program, origin) { return [mistake] }
      // A computed property may give a collection, which can be changed.
      if !value.isComputed, let obstacle = evaluator.writeObstacle(program, in: context) {
        return [mistake(obstacle, program, origin)]
      }
    }
    guard case .property(let property, let owner) = value, property.computed == nil else { return [] }
    guard Selection.isPossible(property.type, in: store) else {
      return [
        wrongType(
          "\(owner.name).\(property.name) is \(property.type.article), which cannot hold a selection", program, origin,
          code: "selection.path", hint: "use a reference, a string, or a list or set of them")
      ]
    }
    return refType(controller, property) + rows(controller, types, property, of: owner)
  }

  /// Rows that the references of the selection cannot refer to.
  private func rows(
    _ controller: ComponentClass, _ types: ContextTypes, _ property: Property, of owner: EntityType
  ) -> [Mistake] {
    guard case .reference(let name, _) = (property.type.element ?? property.type).unwrapped,
      let target = store.type(named: name)
    else { return [] }
    let data = evaluator.storedProperty(controller.listData, in: types.controller)?.property.type.element
    guard let row = data ?? types.row.map({ .entity($0.name) }), let needed = misfit(row, target) else { return [] }
    return [
      mistake(
        "binding.type", controller.origin("dataPath"),
        "the rows must be of \(needed), to which \(owner.name).\(property.name) refers; they are of \(row)")
    ]
  }

  private func refType(_ controller: ComponentClass, _ property: Property) -> [Mistake] {
    let origin = controller.origin("refType")
    guard let type = controller.values.text(SelectionController.selectionKeys.refType).flatMap(store.type(named:)),
      type.isReference, let problem = Selection.problem(ofType: type, in: property, evaluator, of: origin)
    else { return [] }
    return [Mistake(place: origin, diagnostic: problem)]
  }
}

extension PropertyType {
  /// Whether a property of the type can hold the name of a new entity.
  fileprivate var takesNames: Bool {
    switch unwrapped {
    case .string, .enumeration, .image: true
    case .bool, .int, .double, .date, .day, .data, .color, .entity, .reference, .list, .set, .map, .optional: false
    }
  }
}

extension StaticValue {
  fileprivate var isComputed: Bool {
    if case .property(let property, _) = self { property.computed != nil } else { false }
  }
}

extension Evaluator {
  /// The binding that a property has, and the stored property at its end with the class that has it.
  func storedProperty(
    _ value: PropertyValue?, in context: EntityType?
  ) -> (program: BindingProgram, property: Property, owner: EntityType)? {
    guard case .binding(let program)? = value,
      case .property(let property, let owner) = staticValue(program, in: context), property.computed == nil
    else { return nil }
    return (program, property, owner)
  }
}

extension ComponentClass {
  /// The `dataPath` of a list.
  fileprivate var listData: PropertyValue? {
    descriptor.isKind(of: .list) ? values[ListController.listKeys.dataPath] : nil
  }
}
