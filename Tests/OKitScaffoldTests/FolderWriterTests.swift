import Foundation
import OKitTestSupport
import Testing

@testable import OKitScaffold

@Suite struct FolderWriterTests {
  private let folder: TestFolder
  private let files = [
    ApplicationFiles.File(path: "app.lua", bytes: Array("x".utf8)), .init(path: "a/b/c.txt", bytes: []),
  ]

  init() throws { folder = try TestFolder(["file": "x", "full/file": "x"]) }

  private func write(_ name: String) -> String {
    problem { try FolderWriter.write(files, to: "\(folder.path)/\(name)") }
      .replacing(folder.path, with: "DIR")
  }

  private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

  @Test func `a folder is written whole`() throws {
    #expect(write("new") == "no error")
    #expect(try folder.read("new/app.lua") == "x")
    #expect(folder.exists("new/a/b/c.txt"))
    #expect(names == ["file", "full", "new"])
  }

  @Test func `an empty folder is used`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
    #expect(write("empty") == "no error")
    #expect(folder.exists("empty/app.lua"))
  }

  static let refused: [(String, String)] = [
    ("full", "new.folder: the folder \"DIR/full\" is not empty (use another name; nothing was changed)"),
    ("file", "new.folder: \"DIR/file\" exists and is not a folder (use another name)"),
    ("missing/new", "new.folder: there is no folder \"DIR/missing\" (create it first)"),
    ("file/new", "new.folder: there is no folder \"DIR/file\" (create it first)"),
  ]

  @Test(arguments: refused) func refuses(_ test: (name: String, message: String)) throws {
    #expect(write(test.name) == test.message)
    #expect(names == ["file", "full"])
    #expect(try folder.read("full/file") == "x")
  }

  @Test func `a file that cannot be written leaves nothing`() {
    let broken = files + [.init(path: "app.lua/x", bytes: [])]
    let message = problem { try FolderWriter.write(broken, to: "\(folder.path)/new") }
    #expect(message.hasPrefix("new.write: cannot write app.lua/x: Not a directory"))
    #expect(names == ["file", "full"])
  }
}
