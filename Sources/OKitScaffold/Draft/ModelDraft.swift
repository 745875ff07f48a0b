/// The model of an application to write: its classes, and the data that it begins with.
struct ModelDraft {
  /// The class of the model.
  var name: String
  /// The properties of the model.
  var properties: [PropertyDraft] = []
  /// The classes of entities, in the order in which a script declares them.
  var classes: [ClassDraft] = []
  /// The file of the existing database that the model opens.
  var database: String?
  /// What a reader of the script should know about the data, a sentence each.
  var remarks: [String] = []
  /// The first content of the model, or of a database some of it.
  var content = ContentRecord()
  /// Functions of the model that a storyboard calls.
  var calls: [EntityShape.FunctionShape] = []
  var otherModels: [OtherModel] = []
  /// Whether the application has the model of the settings, which okit defines.
  var usesSettings = false
  /// Whether the application fills a new model with the content.
  var isFilled = false
  /// The document beside the scripts with which a new model begins, instead of being filled.
  var contentFile: String?

  subscript(name: String) -> ClassDraft? { classes.first { $0.name == name } }

  /// The lists of the model with their classes.
  var lists: [(property: PropertyDraft, of: ClassDraft)] {
    properties.compactMap { property in
      guard case .objects(let name) = property.kind, let type = self[name] else { return nil }
      return (property, type)
    }
  }

  /// The models that the application fills, by their classes.
  var filledModels: [(type: String, content: ContentRecord)] {
    (isFilled ? [(name, content)] : []) + otherModels.filter(\.isFilled).map { ($0.type.name, $0.content) }
  }

  /// Whether the default model is the only one that the application fills, so that the content is that of one model.
  var hasPlainContent: Bool { isFilled && filledModels.count == 1 }

  /// The class of the model, with its properties.
  var rootClass: ClassDraft {
    var type = ClassDraft(name: name, label: Words(name).label, pluralLabel: "")
    (type.properties, type.calls) = (properties, calls)
    return type
  }

  /// The list of the model that has the entities of a class.
  func list(of type: String) -> PropertyDraft? {
    properties.first { $0.kind == .objects(type) }
  }
}

/// A model besides the default one.
struct OtherModel {
  /// The name under which it is registered.
  var name: String
  var type: ClassDraft
  /// The first content, with which the application fills it.
  var content = ContentRecord()

  var isFilled: Bool { !content.values.isEmpty }
}

/// A class of entities.
struct ClassDraft {
  var name: String
  /// What the class is, as people say it: `Invoice Line`, `Invoice Lines`.
  var label: String
  var pluralLabel: String
  var properties: [PropertyDraft] = []
  /// The properties that name an entity, in their order: `firstName`, `lastName`.
  var title: [String] = []
  /// The property that is shown beside the title.
  var detail: String?
  /// Lists that other entities or queries give, without a property of their own.
  var related: [RelatedList] = []
  /// Functions that a storyboard calls.
  var calls: [EntityShape.FunctionShape] = []
  var remarks: [String] = []
  /// The table of an existing database and its key column.
  var table: (name: String, key: String)?

  subscript(name: String) -> PropertyDraft? { properties.first { $0.name == name } }

  /// Whether the title says what the entity is, and not only a number.
  var hasName: Bool {
    !title.isEmpty
      && title.allSatisfy { name in
        switch self[name]?.kind {
        case .text, .longText, .reference, .date, .enumeration, .object: true
        default: false
        }
      }
  }

  /// Whether the title is a text of the entity itself, so that tests can find a row by it.
  var hasTextTitle: Bool {
    !title.isEmpty && title.allSatisfy { [.text, .longText].contains(self[$0]?.kind) }
  }
}

/// A property of a class or of the model.
struct PropertyDraft: Equatable {
  var name: String
  /// The name for people.
  var label: String
  var kind: PropertyKind
  var isOptional = false
  /// The column of an existing database.
  var column: String?
  /// The default, as an expression in Lua.
  var defaultValue: String?
  /// What a reader of the script should know, as a comment.
  var remark: String?
  /// Whether the entity that a reference points to cannot be removed.
  var isRestricted = false

  init(_ name: String, label: String, _ kind: PropertyKind, isOptional: Bool = false, remark: String? = nil) {
    (self.name, self.label, self.kind, self.isOptional, self.remark) = (name, label, kind, isOptional, remark)
  }
}

enum PropertyKind: Equatable {
  case text, longText, bool, int, double, data, color, image
  case date(hasTime: Bool)
  case enumeration([String])
  /// A reference to an entity of a class, and a list of these.
  case reference(String)
  case references(String)
  /// An entity that belongs to the property, and a list of these.
  case object(String)
  case objects(String)
  /// Values without an identity.
  indirect case list(PropertyKind)
  indirect case map(PropertyKind)
}

/// A list that a function of a class returns.
struct RelatedList {
  enum Source {
    /// The entities of the class that refer to this one by a property.
    case references(property: String)
    /// The entities that rows of a table connect with this one. `pairs` selects the keys of all that are connected.
    case query(sql: String, pairs: String)
  }

  /// The function.
  var name: String
  var label: String
  /// The class of the elements.
  var type: String
  var source: Source
  var remark: String
  /// The ids of the elements by the id of the entity that has them, for a query.
  var elements: [String: [String]] = [:]
}
