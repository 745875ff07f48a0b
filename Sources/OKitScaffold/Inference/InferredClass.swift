/// A class of entities that was found in the data.
final class InferredClass {
  let name: String
  let words: Words
  let shape: Shape
  var fields: [InferredField] = []
  var id = IDSource.none
  /// What ids begin with, where other classes have the same ones.
  var idPrefix = ""
  /// The property that has the key of an entity that was a value of a map.
  var keyProperty: String?
  /// The keys of the map that has the entities.
  var keysInMap: Set<String> = []
  /// The property that holds an element of a list of lists.
  var valuesProperty: String?

  enum IDSource: Equatable {
    case none
    case field(String)
    /// The key in the map.
    case key
  }

  init(_ name: String, _ words: Words, _ shape: Shape) { (self.name, self.words, self.shape) = (name, words, shape) }

  /// Returns the id of an entity for the id that the data has.
  func entityID(_ text: String) -> String { idPrefix + text }
}

/// A member of objects as a property.
final class InferredField {
  let source: String
  let shape: Shape
  var property: String
  var label: String
  var role: InferredRole
  var isOptional: Bool

  init(_ source: String, _ shape: Shape, _ property: String, _ label: String, _ role: InferredRole, _ isOptional: Bool)
  {
    (self.source, self.shape, self.property, self.label) = (source, shape, property, label)
    (self.role, self.isOptional) = (role, isOptional)
  }
}

/// How the values of a member become those of a property.
indirect enum InferredRole {
  case scalar(ScalarKind)
  /// Values of several kinds, as JSON.
  case json
  case record(InferredClass)
  case records(InferredClass)
  /// A map of objects, as a list with the keys in the entities.
  case keyed(InferredClass)
  case scalars(ScalarKind)
  case map(ScalarKind)
  /// A list of lists: each inner list is an entity that holds it.
  case rows(InferredClass)
  case reference(InferredClass)
  case references(InferredClass)
}
