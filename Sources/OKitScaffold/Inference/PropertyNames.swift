/// Names the properties of the classes that were found in data.
enum PropertyNames {
  /// Members that hold the id of an object.
  static let ofIDs: Set = ["id", "_id", "uuid", "guid", "key"]

  /// Gives the members of a class their properties and labels, each once.
  static func give(to type: InferredClass) {
    var taken = LuaNames.properties
    if let key = type.keyProperty { type.keyProperty = taken.unique(key, fallback: key) }
    let fields = type.fields.filter { type.id != .field($0.source) }
    // A name that needs no change goes before one that does, and a reference after the members with its name.
    for field in fields.sorted(by: { rank($0) < rank($1) }) { name(field, of: type, &taken) }
    var labels = UniqueLabels()
    for field in fields { field.label = labels.unique(field.label) }
  }

  private static func rank(_ field: InferredField) -> Int {
    if ReferenceInference.isReference(field) { return 2 }
    return Words(field.source).camelCase == field.source ? 0 : 1
  }

  private static func name(_ field: InferredField, of type: InferredClass, _ taken: inout LuaNames) {
    let words = Words(field.source)
    guard !field.source.isEmpty else {
      field.property = taken.unique("values", fallback: "values")
      field.label = "Values"
      return
    }
    if ofIDs.contains(field.source.lowercased()) {
      let own = Words((type.words.all.isEmpty ? ["document"] : type.words.all) + words.all)
      field.property = taken.unique(own.camelCase, fallback: "entryId")
      field.label = own.label
      return
    }
    let short = ReferenceInference.isReference(field) ? ReferenceInference.base(of: words) : words
    // `parentId` becomes `parentNode`, because every entity has a parent.
    let long = Words(short.all + (ReferenceInference.target(of: field)?.words.all ?? []))
    field.property = taken.unique(short.camelCase, long.camelCase, words.camelCase, fallback: "field")
    let named = [short, long].first { $0.camelCase == field.property } ?? words
    field.label = named.label.isEmpty ? Words(field.property).label : named.label
  }
}
