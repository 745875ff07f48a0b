/// The routes to all screens of an application.
struct TestRoutes {
  private let model: ModelDraft
  private let plan: ScreenPlan
  let rows: TestRows
  /// The route to each list and selection by its controller. The entity is the context.
  private(set) var screens: [String: TestRoute] = [:]
  /// The routes to the detail of each class.
  private(set) var details: [String: [TestRoute]] = [:]

  init(_ model: ModelDraft, _ plan: ScreenPlan) {
    (self.model, self.plan, rows) = (model, plan, TestRows(model: model))
    for screen in plan.screens {
      switch screen {
      case .list(let list): addList(list)
      case .detail(let detail): addObjects(detail)
      case .selection(let selection): addSelection(selection)
      }
    }
  }

  private mutating func addList(_ list: ScreenPlan.List) {
    let routes = list.owner.map { details[$0] ?? [] } ?? [home(list.label)]
    let isRow = list.owner != nil
    // An entity with a full list shows more than one with an empty one.
    guard let route = routes.first(where: { isRow && !elements(list, $0.record).isEmpty }) ?? routes.first else {
      return
    }
    let step = isRow ? ["app:row(\(LuaText.quoted(list.label))):tap()"] : []
    let steps = route.steps + step
    screens[list.id] = TestRoute(steps: steps, record: route.record, isKnown: route.isKnown)
    guard let type = model[list.type], !list.isRelated || details[list.type] == nil else { return }
    var found = rows.candidates(elements(list, route.record), type).map(\.route)
    for index in found.indices { found[index].steps = steps + found[index].steps }
    // A list without entries, or whose rows have no texts.
    if found.isEmpty, !list.isRelated {
      found = [TestRoute(steps: steps + ["app:tap \"Add\"", "app:tap \"Done\""], isKnown: false)]
    }
    if details[list.type] == nil { details[list.type] = found }
  }

  /// The details of objects that belong to a property.
  private mutating func addObjects(_ detail: ScreenPlan.Detail) {
    guard details[detail.type] == nil else { return }
    let owners: [(type: ClassDraft?, properties: [PropertyDraft], routes: [TestRoute])] =
      [(nil, model.properties, [TestRoute(record: model.content)])]
      + model.classes.map { ($0, $0.properties, details[$0.name] ?? []) }
    for (type, properties, routes) in owners {
      for property in properties where property.kind == .object(detail.type) {
        let isCreated = model.createsObject(property, in: type ?? rootClass)
        let found = routes.compactMap { route -> TestRoute? in
          let step = "app:row(\(LuaText.quoted(property.label))):tap()"
          if case .record(let record) = route.record[property.name] {
            return TestRoute(steps: route.steps + [step], record: record)
          }
          return isCreated ? TestRoute(steps: route.steps + [step], isKnown: false) : nil
        }
        guard !found.isEmpty else { continue }
        details[detail.type] = found
        return
      }
    }
  }

  private var rootClass: ClassDraft { ClassDraft(name: model.name, label: "", pluralLabel: "") }

  private mutating func addSelection(_ selection: ScreenPlan.Selection) {
    for type in model.classes {
      for property in type.properties {
        let isTarget =
          selection.target.map { $0.type == type.name && $0.property == property }
          ?? (property.kind == .reference(selection.type))
        guard isTarget, let route = details[type.name]?.first else { continue }
        let step = "app:row(\(LuaText.quoted(property.label))):tap()"
        screens[selection.id] = TestRoute(steps: route.steps + [step], record: route.record, isKnown: route.isKnown)
        return
      }
    }
  }

  // MARK: Data

  /// The steps to a list of the model.
  private func home(_ label: String) -> TestRoute {
    let steps =
      switch plan.home {
      case .list: [String]()
      case .tabs: ["app:tab(\(LuaText.quoted(label)))"]
      case .overview: ["app:row(\(LuaText.quoted(label))):tap()"]
      }
    return TestRoute(steps: steps, record: model.content)
  }

  /// The known entities of a list in its context.
  func elements(_ list: ScreenPlan.List, _ context: ContentRecord) -> [ContentRecord] {
    guard list.isRelated else { return context.records(list.path) }
    guard let owner = list.owner.flatMap({ model[$0] }),
      let related = owner.related.first(where: { $0.name == list.path }),
      let source = model.list(of: related.type), let id = context.id
    else { return [] }
    let records = model.content.records(source.name)
    guard case .references(let property) = related.source else {
      let ids = Set(related.elements[id] ?? [])
      return records.filter { ids.contains($0.id ?? "") }
    }
    return records.filter { record in
      if case .reference(let key) = record[property] { key == id } else { false }
    }
  }

  func count(_ list: ScreenPlan.List, _ context: ContentRecord) -> Int { elements(list, context).count }
}
