/// Adding an entity to a list.
extension ListController {
  /// The built-in `onAddTap`: asks for the name when there is an `addName`, and adds a new entity.
  func addTapped() throws {
    guard let name = properties[Self.listKeys.addName], !name.isEmpty else { return try runFunction(.addEntity) }
    let type = localized(.entityClass, addedTypeName)
    let field = DialogRequest.Field(name, placeholder: localized(.propertyLabel, name))
    showDialog(
      DialogRequest(
        .alert, title: localized("New %@", type),
        message: localized("Enter %@ for this %@", localized(.property, name), type),
        fields: [field],
        buttons: [
          .init(
            localized("OK"),
            tap: { [self] texts in
              try runFunction(.addEntity, [.string((texts.first ?? "").trimmed)])
            },
            isEnabled: { !($0.first ?? "").trimmed.isEmpty }),
          .init(localized("Cancel"), style: .cancel),
        ]))
  }

  /// The name of the class of new entities.
  var addedTypeName: String {
    properties[Self.listKeys.typeName] ?? properties[Self.listKeys.type] ?? elementType?.name ?? ""
  }

  /// The built-in `addEntity`: adds a new entity with the text in a property, by default `addName`, at the top, or at
  /// the end with `addAppend`, and opens it when `addNav` says so.
  func addEntity(_ arguments: [Value]) throws {
    let given = arguments.count > 1 ? arguments[1].scalarText : nil
    var values: [String: Value] = [:]
    if let name = given ?? properties[Self.listKeys.addName], !name.isEmpty, let text = arguments.first, !text.isNull {
      values[name] = text
    }
    guard case .collection(let collection) = dataValue,
      let property = store.property(of: collection)
    else {
      throw evaluator.problem(
        "list.add", of: origin("dataPath"), "the value is not a collection, so no entity can be added")
    }
    guard !store.isMap(collection) else {
      throw evaluator.problem(
        "list.add", of: origin("dataPath"), "\(property.name) is a map, in which a new entity needs a key",
        hint: "use a list, or override addEntity")
    }
    guard case .entity(let elementName)? = property.type.element?.unwrapped else {
      let elements = property.type.element?.isReference == true ? "references" : "values"
      throw evaluator.problem(
        "list.add", of: origin("dataPath"),
        "\(property.name) holds only \(elements); new entities need a collection that owns them")
    }
    let type = try store.requireType(properties[Self.listKeys.type] ?? elementName, for: "\(name).type")
    let entity = try store.transaction {
      let entity = store.make(type)
      for (name, value) in values { try write(value, to: name, of: entity, for: given == nil ? "addName" : "addField") }
      let place = properties[Self.listKeys.addAppend] ? nil : 0
      try store.insert(.entity(entity), into: collection, at: place)
      return entity
    }
    try runFunction(.setData)
    if properties[Self.listKeys.addNav] { try runFunction(.navigateTo, [.entity(entity), .bool(true)]) }
  }

  /// The built-in `navigateTo`: opens the segue of an entity's row, of a new one in edit mode.
  func navigate(to entity: EntityID, isNew: Bool) throws {
    guard let segue = segue(of: row(showing: entity)) else { return }
    try perform(segue, entity, editing: isNew)
  }

  /// Writes what a person entered. A refused value is a mistake in the property of the list that names `property`.
  private func write(_ value: Value, to property: String, of entity: EntityID, for name: String) throws {
    do { try store.set(entity, property, value) } catch let refused as Diagnostic {
      let origin = origin(name)
      throw refused.at(evaluator.place(of: origin)).from(origin).appending(.property(origin))
    }
  }
}
