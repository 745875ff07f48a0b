/// The screens of an application.
struct ScreenPlan {
  enum Home {
    /// The only list of the model.
    case list
    /// A tab for each list.
    case tabs
    /// A detail with the properties of the model and its lists.
    case overview
  }

  struct List {
    var id: String
    var type: String
    /// The class of the context; nil for the model.
    var owner: String?
    /// The property or function that has the entities.
    var path: String
    var label: String
    /// Whether a function returns the entities, so that none can be added.
    var isRelated = false
  }

  struct Detail {
    var id: String
    var type: String
  }

  struct Selection {
    var id: String
    /// The class of the entities to choose from.
    var type: String
    /// The list of the model that has them.
    var list: String
    /// The class and the list of references that gets the selected ones; nil for one reference, which is the context.
    var target: (type: String, property: PropertyDraft)?
  }

  enum Screen {
    case list(List)
    case detail(Detail)
    case selection(Selection)
  }

  let home: Home
  var isHomeList: Bool { if case .list = home { true } else { false } }
  /// The controller of the first screen.
  var homeName: String { isHomeList ? model.lists.first.flatMap { list($0.property.name, of: nil) } ?? "home" : "home" }
  /// The screens other than the home, each one after those that lead to it.
  private(set) var screens: [Screen] = []
  private var names = LuaNames.controllers
  private var details: [String: String] = [:]
  private var selections: [String: String] = [:]
  private let model: ModelDraft

  /// The most entities that a picker shows.
  private static let maximumOptions = 20

  init(_ model: ModelDraft) {
    self.model = model
    let lists = model.lists
    let isOnlyLists = lists.count == model.properties.count
    home = isOnlyLists && lists.count == 1 ? .list : isOnlyLists && (2...5).contains(lists.count) ? .tabs : .overview
    // The lists of the model have the plain names.
    let ids = lists.map { names.unique($0.property.name, fallback: "list") }
    for (index, list) in lists.enumerated() {
      screens.append(
        .list(List(id: ids[index], type: list.of.name, path: list.property.name, label: list.property.label)))
      addDetail(of: list.of)
    }
    for property in model.properties {
      if case .object(let name) = property.kind, let type = model[name] { addDetail(of: type) }
      addSelection(for: property, of: nil)
    }
  }

  private mutating func addDetail(of type: ClassDraft) {
    guard details[type.name] == nil else { return }
    let base = Words(type.name).camelCase
    let id = names.unique(base, base + "Detail", fallback: "detail")
    details[type.name] = id
    screens.append(.detail(Detail(id: id, type: type.name)))
    for property in type.properties {
      switch property.kind {
      case .object(let name): if let part = model[name] { addDetail(of: part) }
      case .objects(let name):
        guard let element = model[name] else { continue }
        let id = names.unique(property.name, base + Words(property.name).pascalCase, fallback: "list")
        screens.append(
          .list(List(id: id, type: name, owner: type.name, path: property.name, label: property.label)))
        addDetail(of: element)
      default: addSelection(for: property, of: type)
      }
    }
    for list in type.related {
      let id = names.unique(base + Words(list.name).pascalCase, fallback: "list")
      screens.append(
        .list(List(id: id, type: list.type, owner: type.name, path: list.name, label: list.label, isRelated: true)))
    }
  }

  private mutating func addSelection(for property: PropertyDraft, of owner: ClassDraft?) {
    switch property.kind {
    case .reference(let name):
      guard selections[name] == nil, let list = model.list(of: name), !hasPicker(name) else { return }
      let id = names.unique("select" + name, fallback: "select")
      selections[name] = id
      screens.append(.selection(Selection(id: id, type: name, list: list.name)))
    case .references(let name):
      guard let list = model.list(of: name) else { return }
      let base = owner.map { Words($0.name).camelCase } ?? "selected"
      let id = names.unique(base + Words(property.name).pascalCase, fallback: "select")
      screens.append(
        .selection(Selection(id: id, type: name, list: list.name, target: (owner?.name ?? "", property))))
    default: break
    }
  }

  // MARK: Where cells lead

  /// Whether a picker shows the entities of a class: they are few.
  func hasPicker(_ type: String) -> Bool {
    guard let list = model.list(of: type) else { return false }
    return model.content.records(list.name).count <= Self.maximumOptions
  }

  func detail(of type: String) -> String? { details[type] }

  /// The controller that selects the target of a reference.
  func selection(of type: String) -> String? { selections[type] }

  /// The controller that selects the references of a list.
  func selection(of property: PropertyDraft, in owner: String) -> String? {
    screens.lazy.compactMap { screen -> String? in
      guard case .selection(let selection) = screen, let target = selection.target, target.type == owner,
        target.property == property
      else { return nil }
      return selection.id
    }.first
  }

  /// The controller of a list.
  func list(_ path: String, of owner: String?) -> String? {
    screens.lazy.compactMap { screen -> String? in
      guard case .list(let list) = screen, list.path == path, list.owner == owner else { return nil }
      return list.id
    }.first
  }
}
