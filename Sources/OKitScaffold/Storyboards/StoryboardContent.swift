/// The content that the models of a storyboard begin with: as much as it takes to open each screen.
struct StoryboardContent {
  private let model: ModelDraft
  /// The ids of the entities to which references point, by their classes.
  private var ids: [String: String] = [:]

  /// The number of entities that a list begins with.
  static let count = 2
  /// The maximum number of entities inside of each other.
  private static let maximumDepth = 4

  /// Gives the models of a storyboard their content.
  static func add(to model: inout ModelDraft) {
    var content = StoryboardContent(model)
    model.content = content.content(of: model.rootClass)
    for index in model.otherModels.indices {
      model.otherModels[index].content = content.content(of: model.otherModels[index].type)
    }
    model.isFilled = !model.content.values.isEmpty
  }

  private init(_ model: ModelDraft) {
    self.model = model
    let models = [model.rootClass] + model.otherModels.map(\.type)
    let targets = Set((models + model.classes).flatMap(\.properties).compactMap(Self.target))
    for property in models.flatMap(\.properties) {
      guard case .objects(let type) = property.kind, targets.contains(type), ids[type] == nil else { continue }
      ids[type] = Self.id(type, 1)
    }
  }

  private static func target(of property: PropertyDraft) -> String? {
    switch property.kind {
    case .reference(let type), .references(let type): type
    default: nil
    }
  }

  private static func id(_ type: String, _ number: Int) -> String { "\(Words(type).camelCase)-\(number)" }

  /// The classes whose first list has got its entities.
  private var identified: Set<String> = []

  private mutating func content(of root: ClassDraft) -> ContentRecord {
    var content = ContentRecord()
    for property in root.properties {
      switch property.kind {
      case .objects(let name):
        guard let type = model[name] else { continue }
        let hasIDs = ids[name] != nil && identified.insert(name).inserted
        let records = (1...Self.count).map { number -> ContentValue in
          var record = record(type, number, inside: [])
          if hasIDs { record.id = Self.id(name, number) }
          return .record(record)
        }
        content.values.append(ContentField(property.name, .list(records)))
      case .object(let name):
        guard let type = model[name] else { continue }
        content.values.append(ContentField(property.name, .record(record(type, 1, inside: []))))
      default: break
      }
    }
    return content
  }

  /// - Parameter ancestors: The classes of the entities that contain it.
  private func record(_ type: ClassDraft, _ number: Int, inside ancestors: [String]) -> ContentRecord {
    var record = ContentRecord()
    let path = ancestors + [type.name]
    for property in type.properties {
      guard let value = value(property, type, number, path) else { continue }
      record.values.append(ContentField(property.name, value))
    }
    return record
  }

  private func value(_ property: PropertyDraft, _ type: ClassDraft, _ number: Int, _ path: [String]) -> ContentValue? {
    switch property.kind {
    case .text: return type.title.contains(property.name) ? .text("\(type.label) \(number)") : nil
    case .reference(let name): return reference(to: name, from: type, number).map(ContentValue.reference)
    case .references(let name): return reference(to: name, from: type, number).map { .list([.reference($0)]) }
    case .object(let name):
      guard let part = part(name, path) else { return nil }
      return .record(record(part, number, inside: path))
    case .objects(let name):
      guard let part = part(name, path) else { return nil }
      return .list((1...Self.count).map { .record(record(part, $0, inside: path)) })
    default: return nil
    }
  }

  /// The class of a part, unless entities of it contain each other.
  private func part(_ name: String, _ path: [String]) -> ClassDraft? {
    path.contains(name) || path.count >= Self.maximumDepth ? nil : model[name]
  }

  /// The id of the first entity of a class; of the second one for the first itself.
  private func reference(to name: String, from type: ClassDraft, _ number: Int) -> String? {
    ids[name].map { name == type.name && number == 1 ? Self.id(name, 2) : $0 }
  }
}
