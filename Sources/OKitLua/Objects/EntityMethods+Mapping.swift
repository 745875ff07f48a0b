/// The methods of entities for the data of services.
extension EntityMethods {
  static let mapped: [Function] = [
    .init(
      "fill", "(data: table): any",
      """
      Writes the members of data that the class knows, with the conversions of any write, ignores others, and returns \
      the entity. `Class.from` gives members of other names. Null is nil, or the default.
      """
    ) { bridge, entity, call in
      try call.expectLast(1, "table", hint: "call it for each table")
      let data: [String: Value]
      switch try bridge.value(call[1], isData: true) {
      case .map(let members): data = members
      case .list(let values) where values.isEmpty: data = [:]
      default: throw call.mismatch(1, "table with names of members")
      }
      try bridge.turn { try bridge.store.fill(entity, with: data) }
      return bridge.answer(.entity(entity), call)
    },
    .init(
      "values", "(...: string): table",
      """
      Returns the values of properties, by default of all that are stored, as a service has them: with its names, its \
      keys, and dates as ISO 8601. Leaves out what is nil.
      """
    ) { bridge, entity, call in
      let names = try (1..<max(1, call.count)).map { try call.string($0) }
      return .value(LuaValue(try bridge.store.values(of: entity, names), bridge.store.budget, marksLists: true))
    },
  ]
}

extension CollectionMethods {
  static let mergeOptions = DeclaredClass(
    "okit.MergeOptions", "Options of `collection:merge`.",
    [
      Declaration("key?", "string", "the member that tells which element a row is; default `Class.key`, or `id`"),
      Declaration("remove?", "boolean", "whether elements that are in no row are removed; default false"),
    ])

  static let merge = Function(
    "merge", "(rows: table[], options?: okit.MergeOptions)",
    """
    Updates the elements with the keys of rows, as `fill` does, adds the others, and takes the order of the rows.
    """
  ) { bridge, collection, call in
    guard case .list(let rows) = try bridge.value(call[1], isData: true) else {
      throw call.mismatch(1, "list of rows")
    }
    var (key, removes): (String?, Bool) = (nil, false)
    for option in call.isNull(2) ? [] : try call.table(2).pairs {
      switch (option.key, option.value) {
      case ("key", .string(let name)): key = name
      case ("remove", .bool(let flag)): removes = flag
      case ("key", _), ("remove", _):
        throw Diagnostic(
          "lua.argument",
          "collection:merge: \(option.key == "key" ? "key needs a string" : "remove needs a boolean"), got "
            + option.value.typeName)
      default:
        let given = if case .string(let name) = option.key { name } else { option.key.typeName }
        throw Diagnostic(
          "lua.unknownMember", "collection:merge has no option \"\(given)\"",
          hint: NearestName.hint(for: given, in: mergeOptions.memberNames)
        ).about(given)
      }
    }
    try bridge.turn { try bridge.store.merge(rows, into: collection, key: key, removesOthers: removes) }
    return .nothing
  }
}
