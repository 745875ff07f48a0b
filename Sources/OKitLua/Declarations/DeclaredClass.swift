/// A kind of table or object as scripts see it.
package struct DeclaredClass: Sendable {
  /// The syntax of a call of its functions.
  package enum Call: String, Sendable {
    case method = ":"
    case function = "."
  }

  /// As annotations name it: `okit.Date`, with parameters where it is generic: `okit.Collection<T>`.
  package let name: String
  package let meaning: String
  /// Whether it adds to a type of Lua itself.
  let isOfLua: Bool
  /// The classes whose members it has too.
  package var parents: [String] = []
  var call = Call.method
  /// The expression for the only object of the class, such as `okit.types`; nil for objects that functions return.
  package internal(set) var place: String?
  package var members: [Declaration]
  /// The types of a call of the object itself.
  package var overloads: [String] = []
  /// `add(number): okit.Date`
  var operators: [String] = []

  package init(
    _ name: String, _ meaning: String, extends parent: String? = nil, call: Call = .method, at place: String? = nil,
    overloads: [String] = [], operators: [String] = [], _ members: [Declaration] = []
  ) {
    (self.name, self.meaning, self.call, self.place) = (name, meaning, call, place)
    isOfLua = false
    parents = parent.map { [$0] } ?? []
    (self.overloads, self.operators, self.members) = (overloads, operators, members)
  }

  /// Creates the declaration of additions to a type of Lua itself.
  init(ofLua name: String, _ meaning: String, overloads: [String]) {
    (self.name, self.meaning, self.overloads, isOfLua, members) = (name, meaning, overloads, true, [])
  }

  /// The names of its members as scripts write them.
  package var memberNames: [String] { members.map(\.plainName) }

  /// The name without parameters.
  package var plainName: Substring { name.prefix { $0 != "<" } }
}

/// A type that has a name only.
package struct DeclaredAlias: Sendable {
  package let name: String
  package let type: String
  package let meaning: String

  package init(_ name: String, _ type: String, _ meaning: String) {
    (self.name, self.type, self.meaning) = (name, type, meaning)
  }
}
