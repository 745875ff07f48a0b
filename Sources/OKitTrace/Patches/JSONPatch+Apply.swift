extension JSONPatch {
  /// The number of values that patches of untrusted files may copy.
  package static let maximumCopies = 1_000_000

  /// Applies the patch to a value.
  ///
  /// - Parameter copies: How many values `copy` may still copy; a few operations could otherwise make a value of any
  ///   size.
  /// - Throws: `trace.patch` for an operation that does not fit the value, which may be changed in part then.
  package func apply(to value: inout JSONValue, copies: inout Int) throws(Diagnostic) {
    for operation in operations {
      switch operation {
      case .add(let path, let added): try value.add(added, at: path)
      case .remove(let path): _ = try value.remove(at: path)
      case .replace(let path, let new):
        try Self.checkDepth(of: new, at: path)
        try value.update(at: path.tokens[...], of: path) { (part: inout JSONValue) throws(Diagnostic) in part = new }
      case .move(let from, let path):
        guard !path.isInside(from) else { throw Self.failure("cannot move \(from) into itself") }
        try value.add(try value.remove(at: from), at: path)
      case .copy(let from, let path):
        let part = try value.part(at: from)
        copies -= part.count(limit: copies)
        guard copies > 0 else { throw Self.failure("the patches copy too many values") }
        try value.add(part, at: path)
      case .test(let path, let expected):
        guard try value.part(at: path) == expected else { throw Self.failure("the value at \(path) is another one") }
      }
    }
  }

  /// Returns the value with the patch.
  ///
  /// - Throws: `trace.patch`.
  package func applied(to value: JSONValue) throws(Diagnostic) -> JSONValue {
    var (value, copies) = (value, Self.maximumCopies)
    try apply(to: &value, copies: &copies)
    return value
  }

  fileprivate static func failure(_ message: String) -> Diagnostic { Diagnostic("trace.patch", message) }

  /// Rejects nesting that JSON cannot have, so that values are not nested without a limit.
  fileprivate static func checkDepth(of value: JSONValue, at path: JSONPointer) throws(Diagnostic) {
    guard path.tokens.count + value.depth <= JSONReader.maximumDepth else {
      throw failure("a patch nests values more than \(JSONReader.maximumDepth) levels deep")
    }
  }
}

extension JSONValue {
  fileprivate var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.lazy.map(\.depth).max() ?? 0)
    default: 0
    }
  }

  /// The number of values in it, counted up to a limit.
  fileprivate func count(limit: Int) -> Int {
    func count(_ values: some Sequence<JSONValue>) -> Int {
      var sum = 1
      for value in values where sum < limit { sum += value.count(limit: limit - sum) }
      return sum
    }
    return switch self {
    case .array(let elements): count(elements)
    case .object(let members): count(members.values)
    default: 1
    }
  }

  /// Returns the part at a place.
  ///
  /// - Throws: `trace.patch`.
  package func part(at path: JSONPointer) throws(Diagnostic) -> JSONValue {
    var part = self
    for token in path.tokens {
      switch part {
      case .object(let members):
        guard let member = members[token] else { throw JSONPatch.failure("there is nothing at \(path)") }
        part = member
      case .array(let elements): part = elements[try Self.index(token, below: elements.count, of: path)]
      default: throw JSONPatch.failure("there is nothing at \(path)")
      }
    }
    return part
  }

  private static func index(_ token: String, below count: Int, of path: JSONPointer) throws(Diagnostic) -> Int {
    // No `+1`, no `01`.
    guard let index = Int(token), String(index) == token, (0..<count).contains(index) else {
      throw JSONPatch.failure("there is nothing at \(path)")
    }
    return index
  }

  /// Changes the part at the end of a path in place.
  fileprivate mutating func update<Result>(
    at tokens: ArraySlice<String>, of path: JSONPointer, _ body: (inout JSONValue) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .object(var members):
      guard let place = members.index(forKey: token) else { throw JSONPatch.failure("there is nothing at \(path)") }
      // The members have no other owner while they change.
      self = .null
      defer { self = .object(members) }
      return try members.values[place].update(at: tokens.dropFirst(), of: path, body)
    case .array(var elements):
      let place = try Self.index(token, below: elements.count, of: path)
      self = .null
      defer { self = .array(elements) }
      return try elements[place].update(at: tokens.dropFirst(), of: path, body)
    default: throw JSONPatch.failure("there is nothing at \(path)")
    }
  }

  fileprivate mutating func add(_ value: JSONValue, at path: JSONPointer) throws(Diagnostic) {
    try JSONPatch.checkDepth(of: value, at: path)
    guard let last = path.tokens.last else {
      self = value
      return
    }
    try update(at: path.tokens.dropLast(), of: path) { (owner: inout JSONValue) throws(Diagnostic) in
      switch owner {
      case .object(var members):
        owner = .null
        members[last] = value
        owner = .object(members)
      case .array(var elements):
        let place = last == "-" ? elements.count : try Self.index(last, below: elements.count + 1, of: path)
        owner = .null
        elements.insert(value, at: place)
        owner = .array(elements)
      default: throw JSONPatch.failure("there is nothing at \(path)")
      }
    }
  }

  fileprivate mutating func remove(at path: JSONPointer) throws(Diagnostic) -> JSONValue {
    guard let last = path.tokens.last else {
      defer { self = .null }
      return self
    }
    return try update(at: path.tokens.dropLast(), of: path) { (owner: inout JSONValue) throws(Diagnostic) in
      switch owner {
      case .object(var members):
        owner = .null
        defer { owner = .object(members) }
        guard let value = members.removeValue(forKey: last) else {
          throw JSONPatch.failure("there is nothing at \(path)")
        }
        return value
      case .array(var elements):
        let place = try Self.index(last, below: elements.count, of: path)
        owner = .null
        defer { owner = .array(elements) }
        return elements.remove(at: place)
      default: throw JSONPatch.failure("there is nothing at \(path)")
      }
    }
  }
}
