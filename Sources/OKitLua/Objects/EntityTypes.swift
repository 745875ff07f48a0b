/// What every entity has besides properties and methods.
enum EntityField: String, CaseIterable {
  case id, parent, model, type, ref, `super`

  var declaration: Declaration {
    switch self {
    case .id: Declaration("id", "string", "the same for as long as the entity exists, also when it is stored")
    case .parent: Declaration("parent", "any", "the entity that owns it, nil for the root of a model")
    case .model: Declaration("model", "any", "the root of the model that it is in, nil outside of one")
    case .type: Declaration("type", "string", "the name of its class, unless it has such a property itself")
    case .ref: Declaration("ref", "any", "of a reference: the entity that it refers to")
    case .super:
      Declaration("super", "any", "the functions that its class overrides: `self.super.description(self)`")
    }
  }
}

/// Entities and collections as scripts see them.
enum EntityTypes {
  static let all = [entity, reference, collection, map, writeOptions, patch, change]

  static let entity = DeclaredClass(
    "okit.Entity", "An entity: an object of a model, with the properties and functions of its class.",
    EntityField.allCases.filter { $0 != .ref }.map(\.declaration) + EntityMethods.all.map(\.declaration))

  static let reference = DeclaredClass(
    "okit.Reference", "A reference to an entity that lives elsewhere.", extends: "okit.Entity",
    [Declaration("refKey", "string?", "the id of the entity that it refers to"), EntityField.ref.declaration])

  static let collection = DeclaredClass(
    "okit.Collection<T>",
    "A live list or set. It counts from 1; bindings count from 0.",
    operators: ["len: integer"],
    [Declaration("[integer]", "T")] + CollectionMethods.all.map(\.declaration))

  static let map = DeclaredClass(
    "okit.Map<T>", "A live map, read and written by key: `map.key`.",
    operators: ["len: integer"],
    [Declaration("[string]", "T")]
      + CollectionMethods.all.filter { !CollectionMethods.ofPlaces.contains($0.name) }.map(\.declaration))

  static let writeOptions = DeclaredClass(
    "okit.WriteOptions", "How something is written.",
    [Declaration("suppressInvalidate?", "boolean", "whether nobody is told of the change")])

  static let patch = DeclaredClass(
    "okit.Patch", "A change in the terms of JSON Patch.",
    [
      Declaration("op", "\"add\"|\"remove\"|\"replace\"|\"move\"", "what has happened"),
      Declaration("path", "string", "`/books/0/name` in the default model, `people>/authors/1/name` in another one"),
      Declaration("from?", "string", "where something has moved from"),
      Declaration("value", "any", "the new value"),
      Declaration("old", "any", "the value before"),
    ])

  static let change = DeclaredClass(
    "okit.Change", "A change as the application object gives it.", extends: "okit.Patch",
    [Declaration("new", "any", "the same as `value`")])
}

/// What scripts can end or wait for.
enum HandleTypes {
  static let all = [handle, dialog, call]

  static let handle = DeclaredClass(
    "okit.Handle", "Something that can be ended: a timer or an observation.",
    HandleHandler.timerFields.map(\.declaration) + [HandleHandler.cancel.declaration])

  static let dialog = DeclaredClass(
    "okit.DialogHandle", "An open dialog.",
    HandleHandler.dialogFields.map(\.declaration) + [
      Declaration(
        "wait", "(): button: string, texts: table<integer|string, string>",
        "Waits for the answer: the title of the button, and the texts of the fields by number and by name.")
    ])

  static let call = DeclaredClass(
    "okit.CallHandle", "A call that takes its time.",
    HandleHandler.callFields.map(\.declaration) + [Declaration("wait", "(): any", "Waits for the result.")])
}
