import Foundation
import OKitCheck
import OKitEngine
import OKitLua
import OKitTestSupport

/// An application in a folder, with the index of its names.
final class SymbolFixture {
  let folder: TestFolder
  private(set) var index: SymbolIndex
  private let script: String

  init(_ files: [String: String], _ script: String = "app.lua") throws {
    folder = try TestFolder(files, isInMemory: true)
    self.script = script
    index = try Self.index("\(folder.path)/\(script)")
  }

  static func index(_ path: String) throws -> SymbolIndex {
    let analysis = try ApplicationCheck.analyze(path, options: .withParts)
    defer { analysis.close() }
    guard let index = analysis.symbols else {
      throw analysis.definitions?.failure ?? Diagnostic("test.definitions", "\(path) defines nothing")
    }
    return index
  }

  /// The name of a file in the index.
  func file(_ name: String) -> String { index.files.first { $0.hasSuffix("/\(name)") || $0 == name } ?? name }

  /// The offset of `|`, or of `§`, in a text of which the file has one without it.
  func offset(_ marked: String, in name: String) throws -> Int {
    let parts = marked.split(separator: marked.contains("§") ? "§" : "|", omittingEmptySubsequences: false)
    let text = try folder.read(name)
    guard parts.count == 2, let range = text.firstRange(of: parts[0] + parts[1]) else {
      throw Diagnostic("test.case", "\(name) has no \"\(marked)\"")
    }
    return text[..<range.lowerBound].utf8.count + parts[0].utf8.count
  }

  /// The symbols at a place, sorted.
  func symbols(_ marked: String, in name: String) throws -> [Symbol] {
    index.occurrences(at: try offset(marked, in: name), in: file(name)).map(\.symbol).sorted {
      $0.description < $1.description
    }
  }

  /// A place as tests write it: the file and the line.
  func line(_ occurrence: Occurrence) -> String {
    let bytes = index.text(of: occurrence.file) ?? []
    let line = bytes.prefix(occurrence.range.lower).count { $0 == 0x0A } + 1
    return "\(occurrence.file.split(separator: "/").last ?? ""):\(line)"
  }

  func text(_ occurrence: Occurrence) -> String {
    let bytes = index.text(of: occurrence.file) ?? []
    return String(decoding: bytes[occurrence.range.lower..<occurrence.range.upper], as: UTF8.self)
  }

  /// Renames, writes the files, and makes the index again.
  func apply(_ rename: SymbolRename) throws {
    for (file, edits) in Dictionary(grouping: rename.edits, by: \.file) {
      var bytes = index.text(of: file) ?? []
      for edit in edits.sorted(by: { $0.range.lower > $1.range.lower }) {
        bytes.replaceSubrange(edit.range.lower..<edit.range.upper, with: edit.text.utf8)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
    index = try Self.index("\(folder.path)/\(script)")
  }

  /// The texts of all files of the index.
  var texts: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: index.files.map { ($0, index.text(of: $0) ?? []) })
  }
}
