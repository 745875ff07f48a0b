/// The content of a changed property at one time, with the data of each element: elements that have left cannot be read later.
struct PropertyContents {
  var keys: [String]?
  var isCollection: Bool
  var values: [Value]
  var data: [JSONValue]

  /// The key of each element, empty outside of maps.
  var keysByElement: [Value: String] {
    Dictionary(values.indices.map { (values[$0], keys?[$0] ?? "") }) { first, _ in first }
  }

  /// Returns a patch for each element that is not in the later contents, by the positions of before.
  ///
  /// - Parameter path: The path of the property.
  func removals(to new: PropertyContents, at path: String) -> [Patch] {
    guard isCollection else { return [] }
    var staying = Dictionary(new.values.map { ($0, 1) }, uniquingKeysWith: +)
    let newKeys = new.keys.map(Set.init)
    return values.indices.compactMap { index in
      if let keys, let newKeys {
        if newKeys.contains(keys[index]) { return nil }
        return Patch(.remove, "\(path)/\(Patch.escape(keys[index]))", old: data[index])
      }
      if let count = staying[values[index]], count > 0 {
        staying[values[index]] = count - 1
        return nil
      }
      return Patch(.remove, "\(path)/\(index)", old: data[index])
    }
  }

  /// Returns the patches that insert and move elements, after the removals, so that the contents become the later ones.
  ///
  /// - Parameters:
  ///   - path: The path of the property.
  ///   - isOver: Takes steps of work; when it returns true, the result is empty.
  func insertions(to new: PropertyContents, at path: String, isOver: (Int) -> Bool) -> [Patch] {
    guard new.isCollection else {
      guard values != new.values else { return [] }
      return Patch.change(path, from: data[0], to: new.data[0]).map { [$0] } ?? []
    }
    if let keys = new.keys, let oldKeys = self.keys {
      let before = Dictionary(zip(oldKeys, values.indices)) { first, _ in first }
      return keys.indices.compactMap { index in
        let place = "\(path)/\(Patch.escape(keys[index]))"
        guard let was = before[keys[index]] else { return Patch(.add, place, value: new.data[index]) }
        guard values[was] != new.values[index] else { return nil }
        return Patch(.replace, place, old: data[was], value: new.data[index])
      }
    }
    var counts = Dictionary(new.values.map { ($0, 1) }, uniquingKeysWith: +)
    var current = values.filter { value in
      guard let count = counts[value], count > 0 else { return false }
      counts[value] = count - 1
      return true
    }
    var patches: [Patch] = []
    for (index, value) in new.values.enumerated() {
      if index < current.count, current[index] == value { continue }
      if isOver(1 + current.count / 16) { return [] }
      if let from = current.indices.first(where: { $0 >= index && current[$0] == value }),
        !Self.isInsertion(new.values, current, at: index)
      {
        current.remove(at: from)
        current.insert(value, at: index)
        patches.append(Patch(.move, "\(path)/\(index)", from: "\(path)/\(from)"))
      } else {
        current.insert(value, at: index)
        patches.append(Patch(.add, "\(path)/\(index)", value: new.data[index]))
      }
    }
    return patches
  }

  /// Returns whether an element has to be inserted rather than moved: equal texts or numbers may occur twice.
  private static func isInsertion(_ wanted: [Value], _ current: [Value], at index: Int) -> Bool {
    let value = wanted[index]
    if case .entity = value { return false }
    return wanted[index...].count(where: { $0 == value }) > current[index...].count(where: { $0 == value })
  }
}
