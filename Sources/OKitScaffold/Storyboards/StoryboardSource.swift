/// Makes the model and the controllers of a storyboard.
struct StoryboardSource {
  let model: ModelDraft
  /// The controllers as a script.
  let script: String
  let storyboard: Storyboard
  private let names: [String: String]

  /// - Parameters:
  ///   - lines: The lines of attributes that the application cannot have.
  ///   - controllers: The controllers that nothing opens.
  /// - Throws: what reading the storyboard throws; `new.data` for one without controllers or with a list without data.
  init(
    _ source: ScaffoldSource, named name: Words, leavingOut lines: Set<Int> = [], controllers: Set<String> = []
  ) throws {
    let text = try source.text()
    names = try Self.names(text, source.path)
    storyboard = try Storyboard(text, file: source.path, names: names).removing(
      attributesIn: lines, controllers: controllers)
    guard !storyboard.controllers.isEmpty else {
      throw Diagnostic(
        "new.data", "the storyboard has no controllers of okit", place: Diagnostic.Place(file: source.path),
        hint: "give its controllers the classes of okit")
    }
    try StoryboardInference.checkLists(storyboard)
    script = StoryboardScript(storyboard, file: source.name).text
    let inference = StoryboardInference(storyboard, root: Self.rootName(name, storyboard))
    if let name = inference.paths.unusableName { throw Self.unusable(name, in: storyboard, source.path) }
    model = Self.draft(inference)
  }

  /// The error for a name that Lua does not accept, at the first attribute that contains it.
  private static func unusable(_ name: String, in storyboard: Storyboard, _ file: String) -> Diagnostic {
    let properties = storyboard.controllers.flatMap { $0.component.properties.nested }
    let place = properties.first { if case .text(let text) = $0.value { text.contains(name) } else { false } }?.place
    return Diagnostic(
      "new.data", "no script can declare the name \(PrintableText.quoted(name))",
      place: place ?? Diagnostic.Place(file: file),
      hint: "a name has ASCII letters, digits and underscores, and is not a keyword of Lua")
  }

  private static func rootName(_ name: Words, _ storyboard: Storyboard) -> String {
    var names = LuaNames.classes
    for controller in storyboard.controllers {
      if case .text(let type)? = controller.component.properties["type"] { names.take(type) }
    }
    return names.unique(name.pascalCase, name.pascalCase + "Model", fallback: "Content")
  }

  /// Names for the controllers that have only the ids of Interface Builder: what it calls their scenes.
  static func names(_ text: String, _ file: String) throws -> [String: String] {
    let controllers = try Storyboard(text, file: file).controllers
    var taken = LuaNames.controllers
    for controller in controllers where !isID(controller.name) { taken.take(controller.name) }
    var names: [String: String] = [:]
    for controller in controllers where isID(controller.name) {
      let label = Words(controller.label ?? "").camelCase
      let role = role(of: controller.component.className)
      names[controller.name] = taken.unique(
        role.isPlain ? label : "", label.isEmpty ? role.name : label + role.name.capitalizedFirst, fallback: role.name)
    }
    return names
  }

  /// Ids of Interface Builder are such as `MRB-ZL-glO`.
  private static func isID(_ name: String) -> Bool {
    let parts = name.parts(at: "-")
    return parts.count == 3 && parts[0].count == 3 && parts[1].count == 2 && parts[2].count == 3
  }

  private static func role(of className: String) -> (name: String, isPlain: Bool) {
    switch className {
    case "NavigationController": ("stack", false)
    case "TabBarController": ("tabs", false)
    case "ModelApplicationController": ("application", false)
    case "ModelMenuTableController": ("menu", false)
    case "ModelSelectionTableController": ("selection", false)
    case "ModelListTableController": ("list", true)
    default: ("screen", true)
    }
  }

  /// A script that reads the storyboard itself.
  func trialScript(_ file: String) -> String {
    let entries = names.sorted { $0.key < $1.key }.map {
      LuaExpression.Entry("[\(LuaText.quoted($0.key))]", .text($0.value))
    }
    let options = LuaPrinter.text(.table([.init("names", .table(entries))]))
    return "require(\"okit\").storyboard(\(LuaText.quoted(file)), \(options))\n"
  }

  // MARK: The model

  private static func draft(_ inference: StoryboardInference) -> ModelDraft {
    let paths = inference.paths
    let root = paths.models[0].root
    var model = ModelDraft(name: root.name)
    model.properties = properties(of: root)
    model.calls = root.functions
    model.classes = ordered(paths.classes).map { type in
      var draft = ClassDraft(
        name: type.name, label: Words(type.name).label,
        pluralLabel: Words(type.name).withLast(EnglishNouns.plural).label)
      draft.properties = properties(of: type)
      draft.calls = type.functions
      return draft
    }
    model.usesSettings = paths.usesSettings
    model.otherModels = paths.models.dropFirst().map { name, root in
      var type = ClassDraft(name: root.name, label: Words(root.name).label, pluralLabel: "")
      type.properties = properties(of: root)
      type.calls = root.functions
      return OtherModel(name: name, type: type)
    }
    Titles.choose(in: &model)
    StoryboardContent.add(to: &model)
    model.remarks = [
      "The storyboard has no classes: these are those that its bindings need. Types and functions are guesses."
    ]
    return model
  }

  /// Those that a class contains come before it.
  private static func ordered(_ types: [EntityShape]) -> [EntityShape] {
    var (done, result) = (Set<String>(), [EntityShape]())
    func visit(_ type: EntityShape) {
      guard done.insert(type.name).inserted else { return }
      for property in type.properties where !property.isReference { if let part = property.entity { visit(part) } }
      result.append(type)
    }
    for type in types { visit(type) }
    return result
  }

  private static func properties(of type: EntityShape) -> [PropertyDraft] {
    type.properties.map { property in
      let kind: PropertyKind
      switch property.kind {
      case .unknown, .text: kind = .text
      case .int: kind = .int
      case .double: kind = .double
      case .bool: kind = .bool
      case .date: kind = .date(hasTime: true)
      case .color: kind = .color
      case .image: kind = .image
      case .one(let entity): kind = .object(entity.name)
      case .many(let entity): kind = .objects(entity.name)
      case .reference(let entity): kind = .reference(entity.name)
      case .references(let entity): kind = .references(entity.name)
      }
      return PropertyDraft(property.name, label: Words(property.name).label, kind)
    }
  }

  // MARK: Texts

  /// Notes the texts of all bindings.
  func note(_ texts: inout TextTable) {
    for controller in storyboard.controllers {
      texts.begin(controller.label ?? controller.name)
      Self.visit(controller.component.properties) { text in
        // What is not a binding has no texts.
        guard let binding = try? Binding.parse(text) else { return }
        for part in binding.parts { if case .localized(let key) = part.kind { texts.note(key) } }
      }
    }
  }

  private static func visit(_ properties: StoryboardProperties, _ body: (String) -> Void) {
    for property in properties.all {
      switch property.value {
      case .text(let text): body(text)
      case .component(let part): visit(part.properties, body)
      case .components(let parts): for part in parts { visit(part.properties, body) }
      case .records(let records): for record in records { visit(record, body) }
      case .bool, .number, .segue: break
      }
    }
  }
}
