/// `okit.json` and `okit.url`, which are written in Lua. They are loaded when a script uses one of their functions
/// first.
package enum DataModule {
  /// The names of the tables, which exist both in test files and in applications.
  package static let names = ["json", "url"]

  static let json = DeclaredClass(
    "okit.json", "Reads and writes JSON texts.", call: .function, at: "okit.json",
    [
      Declaration(
        "decode", "(text: string): any",
        "Returns the value of a JSON text. Objects and arrays become tables, null becomes `okit.json.null`."),
      Declaration(
        "encode", "(value: any, options?: okit.JSONOptions): string",
        """
        Returns a value as JSON, with sorted keys. An empty table is `{}`, and `[]` if `okit.json.array` has made \
        it.
        """),
      Declaration(
        "array", "(elements?: any[]): any[]", "Marks a table as an array, also when it is empty, and returns it."),
      Declaration("null", "any", "The value of null."),
    ])

  static let encodeOptions = DeclaredClass(
    "okit.JSONOptions", "Options of `okit.json.encode`.",
    [Declaration("pretty?", "boolean", "a line for each member and element, indented by two spaces")])

  static let url = DeclaredClass(
    "okit.url", "Percent-encoding, and URLs from their parts.", call: .function, at: "okit.url",
    [
      Declaration(
        "encode", "(text: string): string",
        "Encodes a text for one part of a URL: every byte but `A`–`Z`, `a`–`z`, `0`–`9`, `-`, `.`, `_` and `~`."),
      Declaration("decode", "(text: string): string", "Decodes what is percent-encoded."),
      Declaration("build", "(parts: okit.URLParts): string", "Returns a URL, whose parts are encoded."),
    ])

  static let parts = DeclaredClass(
    "okit.URLParts", "The parts of a URL.",
    [
      Declaration("base", "string", "what it begins with, such as `https://example.org/api`"),
      Declaration("path?", "any[]", "the parts of the path, such as `{ \"films\", 7 }`"),
      Declaration(
        "query?", "table<string, string|number|boolean|any[]>",
        "values by name; a list gives its name more than once"),
    ])

  static let declared = [json, encodeOptions, url, parts]

  /// Loads the functions in a state.
  ///
  /// - Returns: A function that returns the table with a name, and for `body` the function that reads the body of a
  ///   response.
  package static func make(in state: LuaState) throws -> LuaFunction {
    try state.prelude("data", LuaTable(), of: "JSON and URLs")
  }
}

extension LuaState {
  /// Returns the function that a script of okit returns for functions of the host; `fail` and `unknown` are added.
  func prelude(_ name: String, _ functions: LuaTable, of contents: String) throws -> LuaFunction {
    var host = functions
    host.pairs += [
      .init(key: "fail", value: .function(try makeFunction("fail", DriverModule.fail))),
      .init(key: "unknown", value: .function(try makeFunction("unknown", DriverModule.unknown))),
    ]
    guard case .function(let prelude)? = try call(loadPrelude(name)).first,
      case .function(let function)? = try call(prelude, [.table(host)]).first
    else { throw Diagnostic("lua.module", "the prelude of \(contents) returns no function") }
    return function
  }
}
