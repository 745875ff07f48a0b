/// The classes of the entities in whose contexts the properties of a controller are read; nil where the schema does not
/// tell them.
struct ContextTypes {
  /// Of the context that the controller is given.
  let given: EntityType?
  /// Of the controller itself.
  var controller: EntityType?
  /// From which `selectionPath` starts.
  var selection: EntityType?
  /// Of the rows of a list.
  var row: EntityType?
  /// Of the elements of the `columnsPath` of a grid.
  var column: EntityType?
  /// That the cells are given.
  var givenToCells: EntityType?
  var cells: [(component: Component, type: EntityType?)] = []
  /// What shows the rows of the sections of a detail.
  private(set) var sections: [(list: ComponentClass, types: ContextTypes)] = []
  /// The bar buttons and views, with the class of the context that they are given, and of their own.
  var buttons: [(component: Component, given: EntityType?, type: EntityType?)] = []
  /// The controller that opens it; nil for the first screen, and where the script opens it.
  private(set) var opener: ComponentClass?
  /// Whether only the script can open it, from any controller.
  private(set) var isOpenedByScript = false
  /// The controllers that it opens, with the class of their context.
  var targets: [Target] = []

  /// A controller that is opened, and the property that names it.
  struct Target {
    let name: String
    let type: EntityType?
    /// Nil for a property of the controller itself.
    var component: Component?
    var property = "segue"
  }

  /// - Parameter context: the class of the context that the controller is given.
  init(_ definition: ComponentClass, context: EntityType?, from opener: ComponentClass?, _ evaluator: Evaluator) {
    (self.opener, given) = (opener, context)
    let values = definition.values
    let infer = Inference(evaluator: evaluator)
    let own = infer.entity(values[Controller.keys.contextPath], context)
    controller = own
    if definition.descriptor.isKind(of: .selection) {
      selection = infer.entity(values[SelectionController.selectionKeys.selectionContextPath], context)
    }
    if definition.descriptor.isKind(of: .list) {
      // Only a function of the script knows what the rows show instead of the elements.
      row = definition.override(of: .getEntity) == nil ? infer.row(values, own) : nil
      givenToCells = row
      if definition.descriptor.isKind(of: .grid) { addColumns(values, own, infer) }
      addRow(values, row, isMenu: definition.descriptor.isKind(of: .menu), infer)
    } else if definition.descriptor.isKind(of: .detail) {
      givenToCells = own
      for section in values.sections(DetailController.detailKeys.sections) {
        for cell in section.cells { add(cell, own, infer) }
      }
      for (_, list) in definition.sectionRows.sorted(by: { $0.key < $1.key }) {
        let types = ContextTypes(list, context: own, from: opener, evaluator)
        sections.append((list, types))
        for var target in types.targets {
          if target.component == nil { target.property = list.path(of: target.property) }
          targets.append(target)
        }
      }
    }
    for key in [Controller.keys.left, Controller.keys.right, Controller.keys.toolbar] {
      for button in values.components(key) { add(button: button, own, infer) }
    }
    let views = [Controller.keys.titleView, Controller.keys.helpView].compactMap { values.component($0) }
    for view in views { add(button: view, own, infer) }
    if definition.descriptor.isKind(of: .views) {
      for view in values.components(ComponentDescriptor.viewsOfController) { add(button: view, own, infer) }
    }
  }

  /// Adds a bar button or a view.
  private mutating func add(button: Component, _ context: EntityType?, _ infer: Inference) {
    let type = infer.entity(button.contextPath, context)
    buttons.append((button, context, type))
    if let segue = button.segue { targets.append(Target(name: segue.to, type: type, component: button)) }
  }

  /// Adds the views in the accessory of a cell.
  private mutating func add(viewsOf cell: Component, _ context: EntityType?, _ infer: Inference) {
    for key in [Cell.keys.accessoryView, Cell.keys.editingAccessoryView] {
      if let view = cell.values.component(key) { add(button: view, context, infer) }
    }
  }

  private mutating func addRow(
    _ values: PropertyValues, _ row: EntityType?, isMenu: Bool, _ infer: Inference
  ) {
    let cell = values.component(ListController.listKeys.cell)
    if let cell, let segue = cell.values.segue(Cell.keys.segue) {
      targets.append(Target(name: segue.to, type: givenToCells, component: cell))
    } else if let segue = values.segue(ListController.listKeys.segue) {
      targets.append(Target(name: segue.to, type: row))
    }
    if isMenu {
      let keys = MenuController.menuKeys
      for (key, property) in [(keys.identifier, "identifier"), (keys.rowIdentifier, "rowIdentifier")] {
        if let name = values.text(key) { targets.append(Target(name: name, type: row, property: property)) }
      }
    }
    guard let cell else { return }
    let type = infer.entity(cell.values[Cell.keys.contextPath], givenToCells)
    cells.append((cell, type))
    add(viewsOf: cell, type, infer)
  }

  /// Adds the columns of a grid. Only a path tells the class of the contexts that `cellPath` gives.
  private mutating func addColumns(_ values: PropertyValues, _ own: EntityType?, _ infer: Inference) {
    givenToCells = infer.entity(values[GridController.gridKeys.cellPath], row)
    column = infer.element(values[GridController.gridKeys.columnsPath], own)
    for column in values.components(GridController.gridKeys.columns) {
      buttons.append((column, row, own))
      if let cell = column.values.component(GridController.columnKeys.cell) {
        add(cell, givenToCells, infer, isInRow: true)
      }
    }
  }

  /// - Parameter isInRow: Whether a tap on the cell is one on its row, in whose context it opens a controller.
  private mutating func add(
    _ cell: Component, _ context: EntityType?, _ infer: Inference, isInRow: Bool = false
  ) {
    let type = infer.entity(cell.values[Cell.keys.contextPath], context)
    cells.append((cell, type))
    if let segue = cell.values.segue(Cell.keys.segue) {
      targets.append(Target(name: segue.to, type: isInRow ? context : type, component: cell))
    }
    add(viewsOf: cell, type, infer)
  }

  private struct Inference {
    let evaluator: Evaluator

    /// The class at the end of a path; the context's own without one.
    func entity(_ path: PropertyValue?, _ context: EntityType?) -> EntityType? {
      switch path {
      case nil: context
      case .binding(let program)?: evaluator.staticValue(program, in: context).entityType(in: evaluator.store)
      default: nil
      }
    }

    /// The class of the elements of `dataPath`, else the class of new entities.
    func row(_ values: PropertyValues, _ context: EntityType?) -> EntityType? {
      let data = values[ListController.listKeys.dataPath]
      guard evaluator.storedProperty(data, in: context)?.property.type.element == nil else {
        return element(data, context)
      }
      return values.text(ListController.listKeys.type).flatMap(evaluator.store.type(named:))
    }

    /// The class of the elements of a collection of entities or references.
    func element(_ path: PropertyValue?, _ context: EntityType?) -> EntityType? {
      switch evaluator.storedProperty(path, in: context)?.property.type.element?.unwrapped {
      case .entity(let name)?: evaluator.store.type(named: name)
      case .reference(let name, _)?: evaluator.store.type(named: name).map(evaluator.store.types.reference)
      default: nil
      }
    }
  }
}

extension ContextTypes {
  /// The class of the options of a picker in a context; nil for another cell.
  static func options(of cell: Component, _ context: EntityType?, _ evaluator: Evaluator) -> EntityType? {
    guard cell.descriptor.isKind(of: .pickerCell) else { return nil }
    return Inference(evaluator: evaluator).element(cell.values[ComponentDescriptor.pickerKeys.dataPath], context)
  }

  /// A controller, and the class of a context that it is given.
  struct Visit: Hashable {
    let name: String
    let type: ObjectIdentifier?

    init(_ name: String, _ type: EntityType?) { (self.name, self.type) = (name, type.map(ObjectIdentifier.init)) }
  }

  /// The contexts of each controller by name: of those that segues reach from the first screen, and from those that
  /// only the script can open.
  ///
  /// - Parameters:
  ///   - wrong: what is opened by mistake; the contexts that it hands over are not known.
  ///   - isComplete: whether a controller that segues reach also has the contexts of those that only the script opens.
  static func all(
    from home: ComponentClass, context: EntityType?, _ definition: AppDefinition, _ evaluator: Evaluator,
    besides wrong: Set<Visit> = [], isComplete: Bool = false
  ) -> [String: [ContextTypes]] {
    var walk = Walk(definition: definition, evaluator: evaluator, wrong: wrong)
    walk.follow(home, context, isOpenedByScript: false)
    if let menu = definition.menu { walk.follow(menu, context, isOpenedByScript: false) }
    walk.reached = Set(walk.all.keys)
    walk.isComplete = isComplete
    let extended = definition.extendedClasses
    for controller in definition.controllers where !extended.contains(ObjectIdentifier(controller)) {
      if walk.all[controller.name] == nil { walk.follow(controller, nil, isOpenedByScript: true) }
    }
    return walk.all
  }

  private struct Walk {
    let definition: AppDefinition
    let evaluator: Evaluator
    private(set) var all: [String: [ContextTypes]] = [:]
    /// The controllers that segues reach from the first screen.
    var reached: Set<String> = []
    /// Whether these also have the contexts of a class that others hand over.
    var isComplete = false
    private let wrong: Set<Visit>
    private var seen: Set<OpenedVisit> = []

    private struct OpenedVisit: Hashable {
      var visit: Visit
      var opener: String?
    }

    init(definition: AppDefinition, evaluator: Evaluator, wrong: Set<Visit>) {
      (self.definition, self.evaluator, self.wrong) = (definition, evaluator, wrong)
    }

    mutating func follow(_ first: ComponentClass, _ context: EntityType?, isOpenedByScript: Bool) {
      var waiting: [(String, EntityType?, from: ComponentClass?)] = definition.roots(of: first).map {
        ($0.name, context, nil)
      }
      while let (name, type, opener) = waiting.popLast() {
        guard !reached.contains(name) || (isComplete && type != nil),
          let controller = definition.controller(named: name)
        else { continue }
        let visit = Visit(name, type)
        // Only the opener of a selection makes a difference: it determines where the selection is written.
        let isSelection = controller.descriptor.isKind(of: .selection)
        guard seen.insert(OpenedVisit(visit: visit, opener: isSelection ? opener?.name : nil)).inserted else {
          continue
        }
        var types = ContextTypes(controller, context: type, from: opener, evaluator)
        types.isOpenedByScript = isOpenedByScript && opener == nil
        all[name, default: []].append(types)
        let isWrong = wrong.contains(visit)
        let handing = isWrong ? ContextTypes(controller, context: nil, from: opener, evaluator) : types
        waiting += handing.targets.flatMap { target in
          definition.roots(ofContentNamed: target.name).map { ($0.name, target.type, from: controller) }
        }
      }
    }
  }
}
