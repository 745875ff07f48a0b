/// Bringing stored models up to the version of their classes.
extension ModelRegistry {
  package static let versionKey = "$version"

  private static func version(of members: [String: JSONValue]) throws -> Int {
    switch members[versionKey] {
    case nil: return 1
    case .int(let version)? where version >= 1: return version
    case let other?:
      throw Diagnostic("model.decode", "/\(versionKey): expected the version of the schema, found \(other.summary)")
    }
  }

  static func version(of bytes: [UInt8]) throws -> Int {
    try JSONReader.read(bytes) { reader in
      var version = 1
      guard try reader.peekKind() == .object else {
        try reader.skipValue()
        return version
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard key.string == versionKey else {
          try reader.skipValue()
          continue
        }
        do { version = try DocumentDecoder.version(&reader) } catch let problem as DocumentDecoder.Problem {
          throw problem.diagnostic(file: "")
        }
      }
      return version
    }
  }

  /// Brings an older document up to the version of the schema.
  package func migrated(_ document: JSONValue, _ type: EntityType, _ name: String) throws -> (
    jsonValue: JSONValue, isCurrent: Bool
  ) {
    guard case .object(var members) = document else { throw Diagnostic("model.decode", "/: expected an object") }
    let version = try Self.version(of: members)
    members[Self.versionKey] = nil
    return try migrated(members, from: version, type, name)
  }

  func migrated(_ members: [String: JSONValue], from version: Int, _ type: EntityType, _ name: String) throws -> (
    jsonValue: JSONValue, isCurrent: Bool
  ) {
    guard version <= type.version else {
      throw Diagnostic(
        "model.version",
        """
        the document of model "\(name)" has version \(version); this application supports up to version \
        \(type.version)
        """
      )
    }
    guard version < type.version else { return (.object(members), true) }
    guard let migration = type.migration, let hooks = store.hooks else { return (.object(members), false) }
    var jsonValue = try hooks.migrate(
      migration, named: "\(type.name).migrate", document: .object(members), from: version)
    guard case .object(var result) = jsonValue else {
      throw Diagnostic(
        "model.migration",
        "the migration of \(type.name) from version \(version) returned \(jsonValue.summary), not an object")
    }
    result[Self.versionKey] = nil
    jsonValue = .object(result)
    return (jsonValue, false)
  }
}
