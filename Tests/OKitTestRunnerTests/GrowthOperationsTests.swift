import Foundation
import OKitTestSupport
import Testing

@testable import OKitLua

/// The operations whose growth the benchmarks measure.
@Suite struct GrowthOperationsTests {
  private static let folder = DeclarationTests.root.appendingPathComponent("Benchmarks/Growth")

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
  }

  /// The names in the tables of operations, without what follows a space.
  private func listed() throws -> (functions: Set<String>, classes: Set<String>) {
    let state = try LuaState()
    defer { state.close() }
    guard
      case .table(let kinds)? = try state.call(
        state.load(Self.text("operations.lua"), chunk: "operations.lua"), []
      ).first
    else {
      Issue.record("operations.lua returns no table")
      return ([], [])
    }
    let values = kinds.pairs.flatMap { kind -> [LuaValue] in
      guard case .table(let table) = kind.value else { return [] }
      return table.array + table.pairs.map(\.key)
    }
    let names = values.compactMap { value -> String? in
      if case .string(let name) = value { String(name.prefix { $0 != " " }) } else { nil }
    }
    return (Set(names.filter { $0.contains(#/[.:\[]/#) }), Set(names.filter { !$0.contains(#/[.:\[]/#) }))
  }

  @Test func `every declared function has an operation or a reason to have none`() throws {
    let (functions, classes) = try listed()
    var declared: Set<String> = []
    for type in Declarations.all.flatMap(\.classes) {
      let name = type.plainName.replacing("okit.", with: "")
      for member in type.members {
        if member.isFunction { declared.insert("\(name)\(type.call.rawValue)\(member.plainName)") }
        if member.plainName.hasPrefix("[") { declared.insert("\(name)\(member.plainName)") }
      }
    }
    func owner(_ function: String) -> String { String(function.prefix { !".:[".contains($0) }) }
    #expect(declared.filter { !functions.contains($0) && !classes.contains(owner($0)) }.sorted() == [])
    #expect(functions.subtracting(declared).sorted() == [])
    #expect(classes.subtracting(declared.map(owner)).sorted() == [])
  }

  @Test func `every operation runs and leaves the elements as they were`() throws {
    var files: [String: String] = [:]
    for file in ["app.lua", "operations.lua", "measure.lua"] { files[file] = try Self.text(file) }
    files["growth_test.lua"] = "require 'measure' { app = 'app.lua', few = 150, many = 300, calls = 1 }"
    #expect(try TestFolder(files).outcomes() == ["ok measures"])
  }
}
