/// Writes declarations as annotations of the Lua language server: `okit.d.lua`.
struct LuaLSWriter {
  private var lines: [String] = []

  /// - Throws: `declaration.syntax` when a declaration cannot be read.
  static func text(_ sections: [Declarations.Section]) throws -> String {
    var writer = LuaLSWriter()
    writer.lines = [
      "---@meta okit", "",
      "-- Annotations of the module `okit` for the Lua language server: docs/lua.md tells how to use them.",
      "-- Written by `okit-run api --format luals` from what the engine itself declares; `make api` writes them anew.",
      "",
    ]
    for section in sections {
      writer.lines += ["-- \(section.title) ".padded(with: "-", to: 120), ""]
      for alias in section.aliases { try writer.write(alias) }
      for declared in section.classes { try writer.write(declared) }
      for global in section.globals { try writer.write(global: global) }
    }
    writer.lines.append("return okit")
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ alias: DeclaredAlias) throws {
    say(alias.meaning)
    lines += ["---@alias \(alias.name) \(try DeclaredType(alias.type))", ""]
  }

  // MARK: Classes

  private mutating func write(_ declared: DeclaredClass) throws {
    if declared.isOfLua {
      // What stands right above is told of every text and every number.
      lines += ["-- \(declared.meaning)", ""]
    } else {
      say(declared.meaning)
    }
    let parents = try declared.parents.map { "\(try DeclaredType($0))" }.joined(separator: ", ")
    lines.append("---@class \(declared.name)" + (parents.isEmpty ? "" : ": \(parents)"))
    for member in declared.members where !member.isFunction { try write(field: member) }
    for overload in declared.overloads { lines.append("---@overload fun\(try DeclaredType.signature(overload).text)") }
    for operation in declared.operators { lines.append("---@operator \(operation)") }
    let functions = declared.members.filter(\.isFunction)
    if functions.isEmpty { return lines.append("") }
    let table = declared.place == "okit" ? "okit" : String(declared.plainName.split(separator: ".").last ?? "")
    lines += [table == "okit" ? "okit = {}" : "local \(table) = {}", ""]
    for function in functions { try write(function, of: table + declared.call.rawValue) }
  }

  private mutating func write(field: Declaration) throws {
    let name = field.name.hasPrefix("[") ? field.name : field.plainName + (field.name.hasSuffix("?") ? "?" : "")
    lines.append("---@field \(name) \(try DeclaredType(field.type)) \(field.meaning)".trimmed)
  }

  private mutating func write(global: Declaration) throws {
    if global.isFunction { return try write(global, of: "") }
    say(global.meaning)
    lines += ["---@type \(try DeclaredType(global.type))", "\(global.name) = nil", ""]
  }

  // MARK: Functions

  private mutating func write(_ function: Declaration, of table: String) throws {
    let signature = try DeclaredType.signature(function.type)
    say(function.meaning)
    if !signature.generics.isEmpty {
      let generics = signature.generics.map { $0.name + ($0.bound.map { ": \($0)" } ?? "") }
      lines.append("---@generic \(generics.joined(separator: ", "))")
    }
    for parameter in signature.parameters {
      let name = parameter.name + (parameter.isOptional ? "?" : "")
      lines.append("---@param \(name) \(parameter.type) \(parameter.meaning)".trimmed)
    }
    for result in signature.results {
      let rest = [result.name, result.meaning].filter { !$0.isEmpty && $0 != "..." }.joined(separator: " ")
      lines.append("---@return \(result.type)\(result.name == "..." ? " ..." : "") \(rest)".trimmed)
    }
    for overload in function.overloads { lines.append("---@overload fun\(try text(overload, of: table))") }
    let names = signature.parameters.map(\.name).filter { $0 != "self" }
    lines += ["function \(table)\(function.name)(\(names.joined(separator: ", "))) end", ""]
  }

  /// An overload says all of its parameters, the object of a method too.
  private func text(_ overload: String, of table: String) throws -> String {
    var signature = try DeclaredType.signature(overload)
    if table.hasSuffix(":") { signature.parameters.insert(.init(name: "self", type: .named("any")), at: 0) }
    return signature.text
  }

  private mutating func say(_ meaning: String) {
    if !meaning.isEmpty { lines.append("---\(meaning)") }
  }
}

extension String {
  fileprivate func padded(with character: Character, to width: Int) -> String {
    self + String(repeating: character, count: max(0, width - count))
  }

  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
