/// The element that an action is about, as tests find it.
package struct ActionTarget: Sendable, Hashable {
  package var role: String
  package var label: String
  /// The identifier that the script gives it.
  package var identifier: String?
  /// The header of its section.
  package var section: String?
  /// The number among the elements with the same role, label and section, from 1, if there are several.
  package var index: Int?
  /// The binding of its value.
  package var path: String?

  package init(
    role: String, label: String, identifier: String? = nil, section: String? = nil, index: Int? = nil,
    path: String? = nil
  ) {
    (self.role, self.label, self.identifier) = (role, label, identifier)
    (self.section, self.index, self.path) = (section, index, path)
  }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["role": .string(role), "label": .string(label)]
    members["identifier"] = identifier.map(JSONValue.string)
    members["section"] = section.map(JSONValue.string)
    members["index"] = index.map(JSONValue.int)
    members["path"] = path.map(JSONValue.string)
    return .object(members)
  }
}
