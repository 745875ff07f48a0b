/// The models of an application by name, as they are compared before and after a relaunch.
struct StoredModels: Equatable {
  /// With all ids.
  private var values: [String: JSONValue] = [:]

  var names: some Sequence<String> { values.keys }

  func has(_ name: String) -> Bool { values[name] != nil }

  subscript(name: String) -> JSONValue? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The first difference of two versions of a model that matters.
  func difference(to other: StoredModels, _ name: String) -> JSONDifference? {
    let (own, others) = (values[name] ?? .null, other.values[name] ?? .null)
    if own == others { return nil }
    return JSONDifference(Self.withoutIDsOfMembers(own), Self.withoutIDsOfMembers(others))
  }

  static func == (a: Self, b: Self) -> Bool {
    a.values.count == b.values.count && a.values.keys.allSatisfy { b.has($0) && a.difference(to: b, $0) == nil }
  }

  /// What is no element of a list has an id that need not be stored, such as a model of which nothing was stored yet. A
  /// reference has its key, or nothing but an id, which a database does not store.
  private static func withoutIDsOfMembers(_ value: JSONValue, isElement: Bool = false) -> JSONValue {
    switch value {
    case .object(var members):
      if !isElement || members["refKey"] != nil || members.count == 1 { members["id"] = nil }
      return .object(members.mapValues { withoutIDsOfMembers($0) })
    case .array(let elements): return .array(elements.map { withoutIDsOfMembers($0, isElement: true) })
    default: return value
    }
  }
}
