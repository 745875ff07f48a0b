/// Writes declarations as a reference for reading.
struct MarkdownWriter {
  /// - Throws: `declaration.syntax` when a declaration cannot be read.
  static func text(_ sections: [Declarations.Section]) throws -> String {
    var lines = ["# What scripts can use", ""]
    for section in sections {
      lines += ["## \(section.title)", ""]
      for alias in section.aliases {
        lines += ["### `\(alias.name)`", "", alias.meaning, "", "`\(try DeclaredType(alias.type))`", ""]
      }
      for declared in section.classes {
        lines += ["### `\(declared.name)`", "", declared.meaning, ""]
        if !declared.parents.isEmpty {
          lines += ["As \(declared.parents.map { "`\($0)`" }.joined(separator: ", "))."] + [""]
        }
        lines += try table(declared.members, declared.call.rawValue)
      }
      if !section.globals.isEmpty { lines += ["### Globals", ""] + (try table(section.globals, "")) }
    }
    return (lines + functions).joined(separator: "\n") + "\n"
  }

  /// A table of the members of the module, between the markers that it has in the documentation.
  ///
  /// - Throws: `declaration.syntax` when a declaration cannot be read.
  static func members(of module: DeclaredClass) throws -> String {
    let rows = try module.members.map { try row($0, "", in: module.name + ".") }
    let lines = ["<!-- members: \(module.name) -->", "", "| member | meaning |", "|---|---|"] + rows
    return (lines + ["", "<!-- end -->", ""]).joined(separator: "\n")
  }

  private static func table(_ members: [Declaration], _ call: String) throws -> [String] {
    if members.isEmpty { return [] }
    return ["| member | meaning |", "|---|---|"] + (try members.map { try row($0, call) }) + [""]
  }

  private static func row(_ member: Declaration, _ call: String, in module: String = "") throws -> String {
    let text =
      member.isFunction
      ? "\(call == ":" ? ":" : "")\(member.name)\(try DeclaredType.signature(member.type).text)"
      : "\(member.name): \(try DeclaredType(member.type))"
    return "| \(cell(module + text)) | \(member.meaning.escapedForTable) |"
  }

  private static func cell(_ code: String) -> String {
    code.contains("`") ? "`` \(code.escapedForTable) ``" : "`\(code.escapedForTable)`"
  }

  /// The functions that bindings find on values.
  private static var functions: [String] {
    var lines = ["## Functions of values in bindings", ""]
    for type in ["String", "Number", "Date", "Day", "Color"] {
      lines += ["### \(type)", "", "| function | meaning |", "|---|---|"]
      lines += BuiltInFunctions.list(of: type).map { function in
        let parameter = function.parameterName + (function.parameters.lowerBound == 0 ? "?" : "")
        let call = function.parameters.upperBound == 0 ? function.name : "\(function.name)(\(parameter))"
        return "| `\(call)` | \(function.meaning.escapedForTable) |"
      }
      lines.append("")
    }
    lines += ["### List", "", "| function | meaning |", "|---|---|"]
    lines += ListFunction.allCases.map { function in
      let call = function.parameterName.isEmpty ? function.rawValue : "\(function.rawValue)(\(function.parameterName)?)"
      return "| `\(call)` | \(function.meaning) |"
    }
    return lines
  }
}

extension String {
  /// Returns the content of a cell of a table.
  var escapedForTable: String { split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
}
