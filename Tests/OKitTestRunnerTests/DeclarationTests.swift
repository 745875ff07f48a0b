import Foundation
import OKitEngine
import OKitTestRunner
import Testing

@testable import OKitLua

/// Declarations are well formed and appear in the files for editors.
@Suite struct DeclarationTests {
  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    (Declarations.Format.luals, "library/okit.d.lua"), (.luacheck, "library/okit.luacheckrc"),
    (.propertyList, "Tests/Lua/properties/declared.lua"),
  ])
  func filesSayWhatIsDeclared(format: Declarations.Format, file: String) throws {
    let committed = try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
    // Compared by lines, so that a failure shows the one that differs.
    let (lines, declared) = (
      committed.split(separator: "\n"), try Declarations.text(format, of: Declarations.all).split(separator: "\n")
    )
    for (line, expected) in zip(lines, declared) where line != expected {
      Issue.record("\(file) differs, update it with `make api`: \"\(line)\" is declared as \"\(expected)\"")
      return
    }
    #expect(lines.count == declared.count, "\(file) differs, update it with `make api`")
  }

  @Test func everyTypeIsDefinedOnce() throws {
    var names: [String] = Declarations.all.flatMap { $0.aliases.map(\.name) }
    names += Declarations.all.flatMap(\.classes).map { String($0.plainName) }
    for (name, count) in Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +) where count > 1 {
      Issue.record("\(name) is declared \(count) times")
    }
    let known = Set(names).union([
      "any", "string", "number", "integer", "boolean", "table", "function", "nil", "T",
    ])
    for (owner, type) in try Self.types() {
      for name in type.names.subtracting(known) { Issue.record("\(owner) has the undeclared type \(name)") }
    }
  }

  /// All types that are written anywhere, with where.
  private static func types() throws -> [(String, DeclaredType)] {
    var types: [(String, DeclaredType)] = []
    for section in Declarations.all {
      for alias in section.aliases { types.append((alias.name, try DeclaredType(alias.type))) }
      for declared in section.classes {
        for parent in declared.parents { types.append((declared.name, try DeclaredType(parent))) }
        for overload in declared.overloads {
          types.append((declared.name, .function(try DeclaredType.signature(overload))))
        }
        for member in declared.members { types += try Self.types(of: member, in: declared.name) }
      }
      for global in section.globals { types += try Self.types(of: global, in: "the globals") }
    }
    return types
  }

  private static func types(of member: Declaration, in owner: String) throws -> [(String, DeclaredType)] {
    let name = "\(owner).\(member.name)"
    guard member.isFunction else { return [(name, try DeclaredType(member.type))] }
    return try ([member.type] + member.overloads).map { (name, .function(try DeclaredType.signature($0))) }
  }

  @Test func everythingSaysWhatItIs() {
    for section in Declarations.all {
      for declared in section.classes {
        #expect(!declared.meaning.isEmpty, "\(declared.name)")
        #expect(Set(declared.memberNames).count == declared.members.count, "\(declared.name) declares a member twice")
        for member in declared.members where member.isFunction { #expect(!member.meaning.isEmpty, "\(member.name)") }
      }
      for global in section.globals { #expect(!global.meaning.isEmpty, "\(global.name)") }
    }
  }

  /// The file for the language server has only known tags and closes every bracket.
  @Test func annotationsAreWellFormed() throws {
    let tags: Set = ["meta", "alias", "class", "field", "overload", "operator", "generic", "param", "return", "type"]
    for line in try Declarations.text(.luals, of: Declarations.all).split(separator: "\n") {
      if line.hasPrefix("---@") {
        let tag = line.dropFirst(4).prefix { $0.isLetter }
        #expect(tags.contains(String(tag)), "\(line)")
        var depth = 0
        for character in line {
          if "({[".contains(character) { depth += 1 }
          if ")}]".contains(character) { depth -= 1 }
          if depth < 0 { break }
        }
        #expect(depth == 0, "\(line)")
      } else if !line.hasPrefix("--") {
        let isCode =
          line.hasPrefix("function ") && line.hasSuffix(" end") || line.hasPrefix("local ")
          || line.hasSuffix(" = nil") || line == "okit = {}" || line == "return okit"
        #expect(isCode, "\(line)")
      }
    }
  }

  /// Editors infer what is in a collection from the type that it is made of, so that has to be what is in it, and
  /// nothing beside; that it can be called is said of Lua's own types.
  @Test func elementsAreWhatTheirTypesHold() throws {
    let text = try Declarations.text(.luals, of: Declarations.all)
    for type in ModelTypes.scalarTypes {
      #expect(text.contains("---@field \(type.name) \(type.value) \(type.meaning)\n"))
      let call =
        "---@overload fun(default?: \(type.value)|okit.TypeOptions, options?: okit.TypeOptions): \(type.value)\n"
      let declared = try #require(text.firstRange(of: "---@class \(type.value)\n"))
      #expect(text[declared.upperBound...].contains(call))
    }
    #expect(text.contains("---@return okit.Map<T>|table<string, T>\nfunction types.map("))
    #expect(text.contains("function Map:remove(") && !text.contains("function Map:insert("))
  }

  @Test func functionsOfBindingsSayWhatTheyTake() {
    for (type, functions) in BuiltInFunctions.table {
      for function in functions.values {
        #expect(!function.meaning.isEmpty, "\(type).\(function.name)")
        #expect(function.parameterName.isEmpty == (function.parameters.upperBound == 0), "\(type).\(function.name)")
      }
    }
    for function in ListFunction.allCases {
      #expect(function.parameterName.isEmpty == (function.parameters.upperBound == 0), "List.\(function)")
    }
  }

  @Test func theReferenceHasAllOfIt() throws {
    let text = try Declarations.text(.markdown, of: Declarations.all)
    for declared in Declarations.all.flatMap(\.classes) { #expect(text.contains("### `\(declared.name)`\n")) }
    #expect(text.contains("| `:getString(path: string): string?` | Returns the value as a string. |"))
    #expect(text.contains("| `formatNumber(pattern)` | formatted by a Unicode number pattern |"))
    #expect(
      text.contains("| `style?: okit.ActionStyle` | how it looks |") || text.contains("| `style: okit.ActionStyle`"))
  }
}
