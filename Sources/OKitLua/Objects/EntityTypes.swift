/// The members that every entity has besides its properties and methods.
enum EntityField: String, CaseIterable {
  case id, parent, model, type, ref, `super`

  var declaration: Declaration {
    switch self {
    case .id: Declaration("id", "string", "the identifier, which never changes and is stored")
    case .parent: Declaration("parent", "any", "the owner; nil for the root of a model")
    case .model: Declaration("model", "any", "the root of its model; nil outside a model")
    case .type: Declaration("type", "string", "the name of its class, unless the class has a property `type`")
    case .ref: Declaration("ref", "any", "the target of a reference")
    case .super:
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.description(self)`")
    }
  }
}

/// Entities and collections as scripts see them.
enum EntityTypes {
  static let all = [
    entity, reference, collection, map, CollectionMethods.mergeOptions, writeOptions, patch, change,
  ]

  static let entity = DeclaredClass(
    "okit.Entity", "An entity: an object of a model, with the properties and functions of its class.",
    EntityField.allCases.filter { $0 != .ref }.map(\.declaration) + EntityMethods.all.map(\.declaration))

  static let reference = DeclaredClass(
    "okit.Reference", "A reference to an entity that another entity owns.", extends: "okit.Entity",
    [
      Declaration("refKey", "string?", "the id of the target"), EntityField.ref.declaration,
      Declaration("description", "string", "`ref: Author(key)` with the class of the target, or `empty-ref`"),
    ])

  static let collection = DeclaredClass(
    "okit.Collection<T>",
    "A live list or set. Positions start at 1; in bindings they start at 0.",
    operators: ["len: integer"],
    [Declaration("[integer]", "T")] + CollectionMethods.all.map(\.declaration))

  static let map = DeclaredClass(
    "okit.Map<T>", "A live map, read and written by key: `map.key`.",
    operators: ["len: integer"],
    [Declaration("[string]", "T")]
      + CollectionMethods.all.filter { !CollectionMethods.ofPlaces.contains($0.name) }.map(\.declaration))

  static let writeOptions = DeclaredClass(
    "okit.WriteOptions", "Options of a write.",
    [Declaration("suppressInvalidate?", "boolean", "whether observers are not notified")])

  static let patch = DeclaredClass(
    "okit.Patch", "A change as in JSON Patch.",
    [
      Declaration("op", "\"add\"|\"remove\"|\"replace\"|\"move\"", "the operation"),
      Declaration("path", "string", "`/books/0/name` in the default model, `people>/authors/1/name` in another one"),
      Declaration("from?", "string", "the previous path of a moved value"),
      Declaration("value", "any", "the new value"),
      Declaration("old", "any", "the old value"),
    ])

  static let change = DeclaredClass(
    "okit.Change", "A change as `app:changes` returns it.", extends: "okit.Patch",
    [Declaration("new", "any", "the same as `value`")])
}

/// The handles with which scripts cancel or await something.
enum HandleTypes {
  static let all = [handle, dialog, call, store, request]

  static let handle = DeclaredClass(
    "okit.Handle", "A timer or an observation, which can be cancelled.",
    HandleHandler.timerFields.map(\.declaration) + [HandleHandler.cancel.declaration])

  static let dialog = DeclaredClass(
    "okit.DialogHandle", "An open dialog.",
    HandleHandler.dialogFields.map(\.declaration) + [
      Declaration(
        "wait", "(): button: string, texts: table<integer|string, string>",
        "Waits for the answer and returns the title of the button and the texts of the fields, by number and by name.")
    ])

  static let call = DeclaredClass(
    "okit.CallHandle", "A call of an asynchronous function.",
    HandleHandler.callFields.map(\.declaration) + [
      Declaration("wait", "(): any", "Waits for the result and returns it.")
    ])

  static let store = DeclaredClass(
    "okit.StoreHandle", "A store of the state.",
    HandleHandler.callFields.map(\.declaration) + [
      Declaration(
        "wait", "(): stored: boolean?, message: string?, code: string?",
        "Waits until all models are stored. Returns true, or nil with the message and the code of the first failure.")
    ])

  static let request = DeclaredClass(
    "okit.RequestHandle", "A request that was begun with `wait = false`.",
    HandleHandler.requestFields.map(\.declaration) + [
      Declaration(
        "wait", "(): okit.Response",
        "Waits for the response and returns it. Raises the failure of the request, `net.cancelled` after `cancel`."),
      Declaration("cancel", "()", "Ends the request and closes its connection. Has no effect after the response."),
    ])
}
