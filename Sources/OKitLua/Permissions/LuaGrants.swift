internal import CLua
internal import Glibc

extension LuaPermissions {
  /// Whether the permissions can be given: their folders are there.
  ///
  /// - Throws: `lua.permission`.
  package func check() throws { okit_free_grants(try grants()) }

  /// The permissions made ready for one state, which owns them then.
  func grants() throws -> OpaquePointer {
    let lists = try [read, write, environment].map { try Self.list($0.names) }
    return try lists[0].withUnsafeBufferPointer { readNames in
      try lists[1].withUnsafeBufferPointer { writeNames in
        try lists[2].withUnsafeBufferPointer { variables in
          try prefix.withCString { prefix in
            try Self.open(
              okit_permissions(
                read: okit_scope(all: read == .all, names: okit_text(readNames)),
                write: okit_scope(all: write == .all, names: okit_text(writeNames)),
                environment: okit_scope(all: environment == .all, names: okit_text(variables)),
                system: system, native: native, prefix: prefix, walks: walks))
          }
        }
      }
    }
  }

  private static func open(_ record: okit_permissions) throws -> OpaquePointer {
    var refused: UnsafePointer<CChar>?
    if let grants = okit_open_grants(record, &refused) { return grants }
    let reason = String(cString: strerror(errno))
    throw Diagnostic(
      "lua.permission",
      refused.map { "cannot grant the permission for \(String(cString: $0)): \(reason)" } ?? reason,
      hint: refused == nil ? nil : "name an existing folder")
  }

  /// Names with a zero byte after each.
  private static func list(_ names: [String]) throws -> [UInt8] {
    try names.flatMap { name in
      guard !name.isEmpty, !name.utf8.contains(0) else {
        throw Diagnostic("lua.permission", "\"\(name)\" is not a valid name for a permission")
      }
      return Array(name.utf8) + [0]
    }
  }
}
