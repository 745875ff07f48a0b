internal import CLua

/// The facts in an error message of Lua's own, as `errors/lua_messages.c` reads them.
struct LuaErrorFacts: Hashable {
  var kind: okit_lua_error_kind
  /// The kind of the variable that the error is about.
  var variable: okit_variable_kind
  /// Whether that variable is nil.
  var isNil: Bool
  /// The variable's name; without a variable, a name or a sign of the script that the message quotes. May be empty.
  var name: String

  init(_ error: okit_lua_error) {
    (kind, variable, isNil, name) = (error.kind, error.variable, error.is_nil, error.name.string)
  }
}

/// The names that exist where an error arose, for the nearest one. Decoded lazily, because the same mistake may be made
/// for each row of a list.
struct LuaCandidates: Hashable {
  private var records: [UInt8] = []

  init() {}

  init(_ candidates: okit_candidates) {
    records = Array(UnsafeRawBufferPointer(start: candidates.records.bytes, count: candidates.records.length))
  }

  /// The names of variables, sorted.
  var variables: [String] { names { $0 == nil } }

  /// The names of the members of a variable, sorted.
  func members(of owner: String) -> [String] { names { $0 == owner } }

  private func names(_ isWanted: (String?) -> Bool) -> [String] {
    var names: Set<String> = []
    records.withUnsafeBufferPointer { records in
      var rest = okit_candidates(records: okit_text(records))
      var candidate = okit_candidate()
      while okit_next_candidate(&rest, &candidate) {
        if isWanted(candidate.owner.length > 0 ? candidate.owner.string : nil) { names.insert(candidate.name.string) }
      }
    }
    return names.sorted()
  }
}
