import Foundation
import OKitTestSupport
import Testing

@testable import OKitScaffold

/// What a file is, by content and extension, and names of applications.
@Suite struct ScaffoldSourceTests {
  static let kinds: [(String, String, String)] = [
    ("a.json", "{}", "json"), ("a.txt", " [1]", "json"), ("a", "{\"a\": 1}", "json"), ("a.csv", "[a,b]", "csv"),
    ("a.txt", "a;b\n1;2", "csv"), ("a.tsv", "a\tb", "csv"), ("a.json", "SQLite format 3\u{0}", "sqlite"),
    ("a.storyboard", "<document/>", "storyboard"),
    ("a.xml", "<document type=\"com.apple.InterfaceBuilder3\">", "storyboard"),
    ("a.json", "nothing", "json"), ("a.jsonl", "{}", "jsonl"), ("a.ndjson", "[1]", "jsonl"),
    ("a.json", "{\"a\": 1}\n{\"a\": 2}\n", "jsonl"), ("a.txt", "\n{\"a\": 1}\r\n\r\n {\"a\": 2}", "jsonl"),
    ("a.json", "{\"a\": 1}\n", "json"), ("a.json", "{\n\"a\": 1}\n{}", "json"), ("a.txt", "a;b\r1;2", "csv"),
  ]

  @Test(arguments: kinds) func finds(_ test: (name: String, content: String, kind: String)) throws {
    let folder = try TestFolder([test.name: test.content])
    #expect(try ScaffoldSource("\(folder.path)/\(test.name)").kind.rawValue == test.kind)
  }

  static let unknown: [(String, String, String)] = [
    ("a.json", "", "new.source: DIR/a.json: the file is empty"),
    ("a.txt", "hello", "new.source: DIR/a.txt: unknown kind of file (okit-run new reads JSON"),
    ("a.jsn", "hello", "new.source: DIR/a.jsn: unknown kind of file (did you mean \"json\"?)"),
    ("a.sqlite", "hello", "new.source: DIR/a.sqlite: the file is not a SQLite database, in spite of its name"),
    ("a.bin", "\u{1}\u{0}", "new.source: DIR/a.bin: the file is binary"),
    ("a.html", "<html></html>", "new.source: DIR/a.html: the file is XML, and not a storyboard"),
  ]

  @Test(arguments: unknown) func rejects(_ test: (name: String, content: String, message: String)) throws {
    let folder = try TestFolder([test.name: test.content])
    let message = problem { _ = try ScaffoldSource("\(folder.path)/\(test.name)") }
    #expect(message.replacing(folder.path, with: "DIR").hasPrefix(test.message))
  }

  @Test func `a file that is not UTF-8 has the place of the mistake`() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.storyboard"
    try Data(Array("<document>\n é ".utf8) + [0xFF]).write(to: URL(fileURLWithPath: path))
    #expect(
      problem { _ = try ScaffoldSource(path).text() }
        == "file.encoding: \(path):2:4: the file is not valid UTF-8")
  }

  @Test func `a folder and a missing file are rejected`() throws {
    let folder = try TestFolder()
    #expect(problem { _ = try ScaffoldSource(folder.path) }.contains("it is a directory"))
    #expect(problem { _ = try ScaffoldSource(folder.path + "/x") }.contains("No such file"))
  }

  static let names: [(String, String)] = [
    ("shop", "Shop"), ("apps/my-shop/", "My Shop"), ("Größe", "Größe"), ("", "new.name"), (".", "new.name"),
    ("..", "new.name"),
    ("1a", "new.name"), ("-x", "new.name"),
    (
      "日本",
      """
      new.name: "日本" cannot be the name of an application (use a name that begins with an ASCII letter, such as \
      "shop")
      """
    ), ("a\nb", "new.name"),
    (String(repeating: "x", count: 101), "new.name: the name has 101 bytes, and the limit is 100 (use a shorter name)"),
  ]

  @Test(arguments: names) func name(_ test: (name: String, title: String)) {
    do { #expect(try ApplicationName(test.name).title == test.title) } catch {
      #expect(problem { throw error }.hasPrefix(test.title))
    }
  }
}
