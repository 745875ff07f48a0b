/// Writes declarations as a configuration of luacheck: what `okit` has, and the globals of tests.
struct LuacheckWriter {
  private let classes: [Substring: DeclaredClass]
  private var lines: [String] = []

  /// - Throws: `declaration.syntax` when a declaration cannot be read.
  static func text(_ sections: [Declarations.Section]) throws -> String {
    var writer = LuacheckWriter(sections)
    writer.lines = [
      "-- What luacheck has to know of okit: docs/lua.md tells how to use it.",
      "-- Written by `okit-run api --format luacheck` from what the engine itself declares; `make api` writes it anew.",
      "local stds = {}", "",
    ]
    try writer.standard("okit", [Declaration("okit", "okit")])
    try writer.standard("okit_test", sections.flatMap(\.globals))
    writer.lines += [
      "return {", "  std = \"lua54+okit\",", "  stds = stds,", "  self = false,",
      "  files = { [\"**/*_test.lua\"] = { std = \"+okit_test\" }, [\"**/*_spec.lua\"] = { std = \"+okit_test\" } },",
      "}",
    ]
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(_ sections: [Declarations.Section]) {
    classes = Dictionary(sections.flatMap(\.classes).map { ($0.plainName, $0) }) { first, _ in first }
  }

  private mutating func standard(_ name: String, _ globals: [Declaration]) throws {
    lines += ["stds.\(name) = {", "  read_globals = {"]
    for global in globals.sorted(by: { $0.name < $1.name }) { try write(global, indent: "    ") }
    lines += ["  },", "}", ""]
  }

  private mutating func write(_ declaration: Declaration, indent: String) throws {
    guard let fields = try fields(of: declaration) else { return lines.append("\(indent)\(key(declaration)) = {},") }
    lines.append("\(indent)\(key(declaration)) = {")
    lines.append("\(indent)  fields = {")
    for field in fields.sorted(by: { $0.name < $1.name }) { try write(field, indent: indent + "    ") }
    lines.append("\(indent)  },")
    lines.append("\(indent)},")
  }

  /// The members of a table whose names are all known; nil of a value, and of a class that scripts add functions to.
  private func fields(of declaration: Declaration) throws -> [Declaration]? {
    guard !declaration.isFunction, case .named(let name, _) = try DeclaredType(declaration.type),
      let declared = classes[name[...]], declared.place != nil || name == "okit.It" || name == "okit.Expect",
      declared.call == .function
    else { return nil }
    // Test files and their helpers have members of their own, the module its parents' then.
    return declared.parents.compactMap { classes[$0[...]] }.flatMap(\.members) + declared.members
  }

  /// `end` and the like are no names.
  private func key(_ declaration: Declaration) -> String {
    Self.keywords.contains(declaration.plainName) ? "[\"\(declaration.plainName)\"]" : declaration.plainName
  }

  private static let keywords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}
