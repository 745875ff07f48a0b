/// The content of a list, and the part of it that a screen shows.
extension ListController {
  /// Lists up to this length are shown whole; of longer ones a screen holds a window.
  static let wholeLimit = 200
  static let windowSize = 100

  /// Returns the rows of a window that exist; of one after the end, which rows have left, the last rows.
  static func shownRange(
    _ window: Range<Int>?, of count: Int, whole: Int = wholeLimit, page: Int = windowSize
  ) -> Range<Int> {
    let wanted = window ?? (count <= whole ? 0..<count : 0..<page)
    if wanted.lowerBound >= count { return max(0, count - wanted.count)..<count }
    return wanted.clamped(to: 0..<count)
  }

  func source(_ properties: BoundProperties) -> ListContent.Source {
    let context = properties.context
    let keys = Self.listKeys
    let data = reader(keys.dataPath, properties)
    return ListContent.Source(
      data: { [self] in (fetchedData ?? data?.value(of: context)).map(entities) ?? .entities([]) },
      sort: chosenKeys
        ?? ElementReader.all(properties.given(keys.rowSort), properties.name(of: keys.rowSort), self),
      group: reader(keys.group, properties), groupName: reader(keys.groupName, properties),
      search: reader(keys.searchPath, properties, unlessGiven: descriptionPath),
      scope: reader(keys.searchFilterPath, properties), script: script, collator: evaluator.collator)
  }

  /// Reads a property of each element.
  private func reader<Result>(
    _ key: ComponentKey<Result>, _ properties: BoundProperties, unlessGiven other: PropertyValue? = nil
  ) -> ElementReader? { ElementReader(properties.given(key) ?? other, properties.name(of: key), self) }

  /// Returns the entities of the data. Other values have no rows.
  private func entities(_ value: Value) -> ListContent.Data {
    switch value {
    case .collection(let collection):
      // Reads the collection, for the dependency graph.
      return store.hasEntities(collection) ? .collection(collection) : .entities([])
    case .list(let values):
      var seen: Set<EntityID> = []
      let entities = values.compactMap { value -> EntityID? in
        guard case .entity(let entity) = value, store.exists(entity), seen.insert(entity).inserted else { return nil }
        return entity
      }
      if let other = values.first(where: { !$0.isEntity && !$0.isNull }) {
        reportData("needs a list of entities, got one with \(store.summary(other))")
      }
      return .entities(entities)
    case .null: return .entities([])
    default:
      reportData("needs a list of entities, got \(store.summary(value))")
      return .entities([])
    }
  }

  private func reportData(_ message: String) {
    let origin = overrides(.fetchData) ? definition.origin(of: .fetchData) : origin("dataPath")
    services.report(evaluator.problem("list.data", of: origin, message))
  }

  /// The collection of the list, or another value: that of `dataPath`, without one that of `fetchData`.
  var dataValue: Value {
    guard !properties.has(Self.listKeys.dataPath) else { return properties.value(Self.listKeys.dataPath) }
    return fetchedData ?? .null
  }

  /// The searched text unless the list declares it: the entities' description where they have one, else the text of the
  /// rows.
  private var descriptionPath: PropertyValue? {
    if let type = elementType {
      switch evaluator.resolver.meaning(of: "description", on: type) {
      case .unknown, .referenceText: return cellComponent.values[Cell.keys.path]
      default: break
      }
    }
    // The text of an entity is its description.
    return .binding(services.emptyProgram)
  }

  /// The type of the list's entities as far as it is known: by the collection that holds them, else by `type`.
  var elementType: EntityType? {
    if case .collection(let collection) = dataValue,
      let name = store.property(of: collection)?.type.element?.entityTypeName
    {
      return store.type(named: name)
    }
    return properties[Self.listKeys.type].flatMap(store.type(named:))
  }

  /// Whether a row takes part in editing now.
  func isEditing(_ row: ListRow) -> Bool { isEditing && row.properties[Self.tableKeys.editEnabled] }

  /// The editing actions that the list offers to its rows now.
  var mode: ListRow.Mode {
    let (keys, isEditing, properties) = (Self.listKeys, isEditing, properties)
    // As in UIKit, only what can be edited has swipe actions.
    let canSwipe = isEditing || isEditable
    var mode = ListRow.Mode(
      isEditing: isEditing, canSwipe: canSwipe,
      delete: canSwipe && properties[keys.delete] ? localized("Delete") : nil,
      more: canSwipe && properties[keys.more] ? localized("More...") : nil,
      isReorderable: properties[keys.reorder] && reorderObstacle == nil,
      hasSegue: properties.has(keys.segue))
    setQuick(of: &mode)
    return mode
  }
}
