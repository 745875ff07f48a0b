import OKitEngine

/// `okit.types` and the classes of entities and models, which the prelude `okit` makes.
enum ModelTypes {
  static let all =
    [types, typeOptions, referenceOptions] + called + [entityClass, modelClass, initializeOptions, dangling]

  static let aliases = [
    DeclaredAlias(
      "okit.DeleteRule", DeclaredType.choice(PropertyType.OnDelete.allCases.map(\.rawValue)),
      "What becomes of a reference whose target goes.")
  ]

  // MARK: Types of properties. Annotations give what such a property holds, so that editors know `self.name`.

  /// The types without parameters, with what a property of them holds.
  static let scalarTypes: [(name: String, value: String, meaning: String)] = [
    ("string", "string", "A text, empty at first."), ("bool", "boolean", "A Bool, false at first."),
    ("int", "integer", "An integer, 0 at first."), ("float", "number", "A number of 64 bits, 0 at first."),
    ("double", "number", "The same as `float`."), ("date", "okit.Date", "A date, now unless a default is given."),
    ("data", "string", "Bytes, nil at first."), ("color", "string", "A colour `#rrggbb`, nil at first."),
    ("image", "string", "The name of an image, nil at first."),
  ]

  static let types = DeclaredClass(
    "okit.types", "Types of properties. A plain value stands for its own type with that default.", call: .function,
    at: "okit.types",
    scalarTypes.map { Declaration($0.name, $0.value, $0.meaning) } + [
      Declaration(
        "list", "<T>(element: T, options?: okit.TypeOptions): okit.Collection<T>|T[]", "Values or entities in order."),
      Declaration("set", "<T>(element: T, options?: okit.TypeOptions): okit.Collection<T>|T[]", "Each value once."),
      Declaration(
        "map", "<T>(element: T, options?: okit.TypeOptions): okit.Map<T>|table<string, T>", "Texts to values."),
      Declaration(
        "optional", "<T>(inner: T, options?: okit.TypeOptions): T", "What may be nil, and is at first."),
      Declaration("transient", "<T>(inner: T): T", "What is not stored."),
      Declaration(
        "entity", "<T>(class: `T`|T, options?: okit.TypeOptions): T|okit.Entity|table",
        "An entity that the property owns."),
      Declaration(
        "ref", "<T>(class: `T`|T, options?: okit.ReferenceOptions): T|okit.Entity|table",
        "A reference to an entity that lives elsewhere."),
      Declaration(
        "enum", "(cases: string[], options?: okit.TypeOptions): string", "One of some texts, the first one at first."),
      Declaration(
        "computed", "(fn: fun(self: any): any): any",
        "What a function gives, kept until something that it has read changes."),
    ])

  /// `t.string("x")`: annotations know `t.string` as what a property of it holds, so that is what can be called. A class of
  /// its own beside would be a part of what every element and property is.
  static func call(_ value: String) -> String {
    "(default?: \(value)|okit.TypeOptions, options?: okit.TypeOptions): \(value)"
  }

  private static let called = ["string", "boolean", "integer", "number"].map { value in
    let names = scalarTypes.filter { $0.value == value }.map { "`okit.types.\($0.name)`" }
    return DeclaredClass(
      ofLua: value, "As a type, it is called with a default and options: \(names.joined(separator: ", ")).",
      overloads: [call(value)])
  }

  static let typeOptions = DeclaredClass(
    "okit.TypeOptions", "What more a type says of a property.",
    [
      Declaration("default?", "any", "the value at first"),
      Declaration("transient?", "boolean", "whether it is not stored"),
      Declaration("didSet?", "fun(self: any, old: any, new: any)", "runs after each change"),
    ])

  static let referenceOptions = DeclaredClass(
    "okit.ReferenceOptions", "What more a reference says.",
    [
      Declaration("onDelete?", "okit.DeleteRule", "what becomes of it when its target goes; `nullify` unless given"),
      Declaration("didSet?", "fun(self: any, old: any, new: any)", "runs after each change"),
    ])

  // MARK: Classes

  static let extend = Declaration(
    "extend", "<S, P: table>(self: S, name: string, properties?: P): S|P|table",
    "Defines a class below this one. A plain value is a property with that default, `okit.types` says more.")

  static let entityClass = DeclaredClass(
    "okit.EntityClass",
    "A class of entities. Functions assigned to it are functions of its entities, and hooks: `managed(context)`, "
      + "`unmanaged(context)`, `invalidated(key)`.",
    extends: "okit.Entity", overloads: ["<P>(values?: P): P|okit.Entity|table"], [extend])

  static let modelClass = DeclaredClass(
    "okit.ModelClass", "A class of models: of the entities that are the roots of documents.",
    extends: "okit.EntityClass",
    call: .function,
    [
      Declaration("version", "integer", "the version of its documents, 1 unless set"),
      Declaration("migrate", "fun(old: table, from: integer): table", "makes an older document one of this version"),
    ] + ModelModule.functions.map(\.declaration) + [initialize])

  static let initialize = Declaration(
    "initialize", "(fn: fun(), options?: okit.InitializeOptions)", "Calls a function that registers the models.")

  static let initializeOptions = DeclaredClass(
    "okit.InitializeOptions", "How models are initialized.",
    [Declaration("secure?", "boolean", "accepted, without effect")])

  static let dangling = DeclaredClass(
    "okit.DanglingRef", "A reference whose key no entity has.",
    [
      Declaration("owner", "any", "the entity that has it"), Declaration("property", "string", "the property's name"),
      Declaration("refKey", "string", "the key"),
    ])

  /// The classes that every application has, by what annotations call their classes.
  static let classes = [
    Declaration("ModelEntity", "okit.EntityClass", "The class above all classes of entities."),
    Declaration("ModelRef", "okit.EntityClass|okit.Reference", "A reference: `refKey` is the key, `ref` the entity."),
    Declaration("ModelTransient", "okit.ModelClass", "A model that is stored nowhere."),
    Declaration("Model", "okit.ModelClass", "A model that is stored in a file."),
  ]
}
