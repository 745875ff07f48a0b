/// `okit.types` and the classes of entities and models, which the prelude `okit` makes.
enum ModelTypes {
  static let all =
    [types, typeOptions, referenceOptions, deferredOptions] + called
    + [
      values, entityClass, partialClass, mutationClass, blob, modelClass, settings, timeout, initializeOptions,
      dangling,
    ]

  static let aliases = [
    DeclaredAlias(
      "okit.DeleteRule", DeclaredType.choice(PropertyType.OnDelete.allCases.map(\.rawValue)),
      "The effect on a reference when its target is deleted.")
  ]

  // MARK: Types of properties. Annotations give what such a property holds, so that editors know `self.name`.

  /// The types without parameters, with what a property of them holds.
  static let scalarTypes: [(name: String, value: String, meaning: String)] = [
    ("string", "string", "A string; default empty."), ("bool", "boolean", "A boolean; default false."),
    ("int", "integer", "An integer; default 0."), ("float", "number", "A 64-bit floating-point number; default 0."),
    ("double", "number", "The same as `float`."), ("date", "okit.Date", "A date; default the current time."),
    ("day", "okit.Day", "A day without time and time zone; default today."),
    ("data", "string", "Bytes; default nil."), ("color", "string", "A color `#rrggbb`; default nil."),
    ("image", "string", "The name of an image; default nil."),
  ]

  static let types = DeclaredClass(
    "okit.types", "The types of properties. A plain value declares its type, with the value as the default.",
    call: .function,
    at: "okit.types",
    scalarTypes.map { Declaration($0.name, $0.value, $0.meaning) } + [
      Declaration(
        "list", "<T>(element: T, options?: okit.TypeOptions): okit.Collection<T>|T[]",
        "An ordered list of values or entities."),
      Declaration(
        "set", "<T>(element: T, options?: okit.TypeOptions): okit.Collection<T>|T[]", "A set of values or entities."),
      Declaration(
        "map", "<T>(element: T, options?: okit.TypeOptions): okit.Map<T>|table<string, T>",
        "A map from strings to values or entities."),
      Declaration(
        "optional", "<T>(inner: T, options?: okit.TypeOptions): T", "A value that can be nil; default nil."),
      Declaration(
        "transient", "<T>(inner: T, options?: okit.TypeOptions): T", "A property that is not stored."),
      Declaration(
        "entity", "<T>(class: `T`|T, options?: okit.TypeOptions): T|okit.Entity|table",
        "An entity that the property owns."),
      Declaration(
        "ref", "<T>(class: `T`|T, options?: okit.ReferenceOptions): T|okit.Entity|table",
        "A reference to an entity that another entity owns."),
      Declaration(
        "deferred", "<T>(class: `T`|T, options?: okit.DeferredOptions): T|okit.Entity|table",
        "An entity with a document of its own, which is read when the property is first used. Only for classes that "
          + "extend `okit.ModelPartial`."),
      Declaration(
        "enum", "(cases: string[], options?: okit.TypeOptions): string",
        "One of the given strings; default the first one."),
      Declaration(
        "computed", "(fn: fun(self: any): any): any",
        "The result of a function, cached until a value that it read changes."),
    ])

  /// `t.string("x")`: annotations know `t.string` as what a property of it holds, so that is what can be called. A
  /// class of its own beside would be a part of what every element and property is.
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
    "okit.TypeOptions", "Options of a property type.",
    [
      Declaration("default?", "any", "the initial value"),
      Declaration("transient?", "boolean", "whether it is not stored"),
      Declaration("didSet?", "fun(self: any, old: any, new: any)", "runs after each change"),
      Declaration("column?", "string", "the column in a SQLite database; default the property's name"),
      Declaration("secret?", "boolean", "whether no change, log, message and screen shows the string; default false"),
    ])

  static let referenceOptions = DeclaredClass(
    "okit.ReferenceOptions", "Options of a reference.",
    [
      Declaration("onDelete?", "okit.DeleteRule", "the effect of deleting the target; default `nullify`"),
      Declaration("didSet?", "fun(self: any, old: any, new: any)", "runs after each change"),
      Declaration("column?", "string", "the column in a SQLite database; default the property's name"),
    ])

  static let deferredOptions = DeclaredClass(
    "okit.DeferredOptions", "Options of a deferred property.",
    [Declaration("didSet?", "fun(self: any, old: any, new: any)", "runs after another entity was assigned")])

  // MARK: Classes

  static let extend = Declaration(
    "extend", "<S, P: table, T>(self: S, name: `T`, properties?: P): S|P|T|any",
    "Defines a subclass. A plain value declares a property with that default; `okit.types` gives more control.")

  /// A literal that may be one of several classes needs the fields of none of them if one has no fields.
  static let values = DeclaredClass(
    "okit.Values", "A table with values of an entity, by the names of its properties.")

  static let entityClass = DeclaredClass(
    "okit.EntityClass",
    "A class of entities. Functions assigned to it are functions of its entities, and hooks: `managed(context)`, "
      + "`unmanaged(context)`, `invalidated(key)`.",
    extends: "okit.Entity", overloads: ["<P>(values?: P): P|okit.Entity|any"],
    [
      extend,
      Declaration("strict", "boolean", "whether a store validates its entities; default that of the class above"),
      Declaration(
        "history", "boolean", "whether its changes are steps of the history; default that of the class above"),
      Declaration("table", "string", "its table in a SQLite database; default the name of the class"),
      Declaration(
        "key", "string",
        "the member of data of a service that is its key, or the key column of a table that okit has not made"),
      Declaration(
        "from", "table<string, string>", "the members of data of a service, such as `author.username`, by property"),
      Declaration(
        "migrateRow", "fun(row: table, from: integer): table",
        "converts a row of an older version of its SQLite model to this version"),
    ])

  static let partialClass = DeclaredClass(
    "okit.PartialClass", "A class of entities of which a part has a document of its own: its property of `t.deferred`.",
    extends: "okit.EntityClass",
    [
      Declaration(
        "sync?", "fun(self: any, entity: any)",
        "copies properties of the deferred entity; runs after each change in it")
    ])

  static let mutationClass = DeclaredClass(
    "okit.MutationClass", "A class of changes that are applied at once and sent to a service.",
    extends: "okit.EntityClass",
    [
      Declaration("queue", "string", "the queue whose mutations are sent one after the other; default an empty name"),
      Declaration("attempts", "integer", "the number of attempts that have failed"),
      Declaration("problem", "string?", "the message of the last failure"),
      Declaration("apply?", "fun(self: any)", "makes the changes; it cannot wait, and may run again"),
      Declaration(
        "send?", "fun(self: any, key: string): any",
        "sends the mutation, and may wait; the key is the same for all attempts"),
      Declaration("done?", "fun(self: any, answer: any)", "takes the result of `send`; it cannot wait"),
      Declaration("refused?", "fun(self: any, error: any)", "runs after the changes were taken back"),
      OutboxModule.perform,
    ])

  static let blob = DeclaredClass(
    "okit.Blob", "Bytes, with a description of them.",
    [
      Declaration("data", "string?", "the bytes, read when first used"),
      Declaration("format", "string?", "the media type, such as `image/png`"),
      Declaration("label", "string?", "a description for people"),
      Declaration("quality", "number", "the quality of compression from 0 to 1; default 0.5"),
      Declaration("scale", "number", "the number of pixels in a point; default 1"),
      Declaration("size", "integer", "the number of bytes; follows from `data`"),
      Declaration("template", "boolean", "whether an image is drawn in the color of the text; default false"),
    ])

  static let settings = DeclaredClass(
    "okit.Settings", "The settings of an application, as a class that extends `okit.ModelSettings` has them.",
    extends: "okit.ModelClass",
    [
      Declaration("themeName", "string", "the name of the theme; default empty"),
      Declaration("darkMode", "boolean", "whether the theme is `dark`; setting it sets `themeName`"),
      Declaration("encryption", "boolean", "whether encrypted models are stored encrypted; default true"),
      Declaration("protection", "boolean", "whether the application is protected; default true"),
      Declaration("protectionTimeout", "okit.Reference|string", "the chosen time-out; default that of 5 minutes"),
      Declaration(
        "timeouts", "okit.Collection<okit.ProtectionTimeout>", "the time-outs: 0, 1, 5 and 10 minutes"),
    ])

  static let timeout = DeclaredClass(
    "okit.ProtectionTimeout", "A time-out of the protection.",
    [Declaration("id", "string", "the minutes"), Declaration("name", "string", "the text for people")])

  static let modelClass = DeclaredClass(
    "okit.ModelClass", "A class of models, which are the root entities of documents.",
    extends: "okit.EntityClass",
    call: .function,
    [
      Declaration("version", "integer", "the version of its documents; default 1"),
      Declaration(
        "content", "string",
        "the JSON document beside the script with which a model begins of which nothing is stored"),
      Declaration("file", "string", "the file of a SQLite model; default okit/data/<name>.sqlite"),
      Declaration(
        "migrate", "fun(old: table, from: integer): table", "converts a document of an older version to this version"),
      Declaration(
        "conflict?", "fun(self: any, mine: table, theirs: table, base: table?): table?",
        "merges two versions of a model on a server that have both changed `base`; nil resolves nothing"),
    ] + ModelModule.functions.map(\.declaration) + [initialize])

  static let initialize = Declaration(
    "initialize", "(fn: fun(), options?: okit.InitializeOptions)",
    "Calls a function that registers the models; with `secure`, as soon as the secure store is open.")

  static let initializeOptions = DeclaredClass(
    "okit.InitializeOptions", "Options of `initialize`.",
    [Declaration("secure?", "boolean", "opens the secure store first; a protected application asks the authenticator")])

  static let dangling = DeclaredClass(
    "okit.DanglingRef", "A reference whose key matches no entity.",
    [
      Declaration("owner", "any", "the entity with the reference"),
      Declaration("property", "string", "the property's name"),
      Declaration("refKey", "string", "the key"),
    ])

  /// The classes that every application has, by what annotations call their classes.
  static let classes = [
    Declaration("ModelEntity", "okit.EntityClass", "The base class of all entity classes."),
    Declaration("ModelRef", "okit.EntityClass|okit.Reference", "A reference: `refKey` is the key, `ref` the entity."),
    Declaration("ModelSQLite", "okit.ModelClass", "The base class of models that are stored in a SQLite database."),
    Declaration("ModelHttp", "okit.ModelClass", "The base class of models that are stored on a server."),
    Declaration(
      "ModelEncryptedHttp", "okit.ModelClass", "The base class of models that are stored encrypted on a server."),
    Declaration("ModelData", "okit.EntityClass|okit.Blob", "Bytes in a file of their own."),
    Declaration("ModelImage", "okit.EntityClass|okit.Blob", "An image in a file of its own."),
    Declaration("ModelInlineData", "okit.EntityClass|okit.Blob", "Bytes in the model's document."),
    Declaration("ModelInlineImage", "okit.EntityClass|okit.Blob", "An image in the model's document."),
    Declaration(
      "ModelPartial", "okit.PartialClass", "The base class of entities of which a part has a document of its own."),
    Declaration("ModelTransient", "okit.ModelClass", "The base class of models that are not stored."),
    Declaration("ModelEncrypted", "okit.ModelClass", "The base class of models that are stored in an encrypted file."),
    Declaration(
      "ModelSettings", "okit.ModelClass|okit.Settings", "The base class of a model of settings of the application."),
    Declaration(
      "ModelProtectionTimeout", "okit.EntityClass|okit.ProtectionTimeout",
      "A time-out of the protection; its id is the number of minutes."),
    Declaration("Mutation", "okit.MutationClass", "The base class of changes that are sent to a service."),
    Declaration("Model", "okit.ModelClass", "The base class of models that are stored in a file."),
  ]
}
