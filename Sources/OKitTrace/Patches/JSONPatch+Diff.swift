extension JSONPatch {
  /// Creates the patch that makes one value into another. Elements of lists are the same if they have the same `id`.
  package init(from old: JSONValue, to new: JSONValue) {
    self.init()
    compare(old, new, at: JSONPointer())
  }

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: JSONPointer) {
    switch (old, new) {
    case (.object(let before), .object(let after)) where before.isEmpty || before.keys.contains { after[$0] != nil }:
      for key in before.keys.sorted() where after[key] == nil { operations.append(.remove(path.appending(key))) }
      for (key, value) in after.sorted(by: { $0.key < $1.key }) {
        guard let other = before[key] else {
          operations.append(.add(path.appending(key), value))
          continue
        }
        compare(other, value, at: path.appending(key))
      }
    case (.array(let before), .array(let after)): compare(before, after, at: path)
    default: if !old.isSame(as: new) { operations.append(.replace(path, new)) }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: JSONPointer) {
    // Elements without an id that have changed are known by their place.
    if old.count == new.count, !(old + new).contains(where: { $0["id"] != nil }) {
      for index in old.indices { compare(old[index], new[index], at: path.appending(index)) }
      return
    }
    add(from: old.map(\.elementKey), to: new.map(\.elementKey), at: path) {
      new[$0]
    } compare: {
      $0.compare(old[$1], new[$2], at: path.appending($2))
    }
  }
}

extension JSONValue {
  /// What an element of a list is known by: its id, or else all of it.
  fileprivate var elementKey: JSONValue { self["id"] ?? self }
}
