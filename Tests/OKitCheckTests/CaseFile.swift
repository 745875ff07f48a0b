import Foundation
import OKitEngine

/// A file of applications, each of which states the findings that are expected in it.
///
/// `--- name` begins an application. What stands in front of the first one is the beginning of each. A comment expects
/// a finding in its line: `-- expect: error binding.property at "titel" "part of the message" hint "part of the hint"`.
/// A finding that is not expected fails the test as well.
struct CaseFile {
  struct Application: CustomStringConvertible, Sendable {
    var file: String
    var name: String
    var text: String
    var expectations: [Expectation]

    var description: String { "\(file): \(name)" }
  }

  struct Expectation: Sendable, CustomStringConvertible {
    var line: Int
    var severity: String
    var code: String
    /// The text that is marked; nil for any.
    var marked: String?
    var message: String
    var hint: String?

    var description: String { "\(line): \(severity) \(code) \(marked ?? "") \(message)" }
  }

  let applications: [Application]

  init(_ url: URL) throws {
    let file = url.lastPathComponent
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let starts = lines.indices.filter { lines[$0].hasPrefix("--- ") }
    let prefix = Array(lines[..<(starts.first ?? lines.endIndex)])
    applications = try starts.enumerated().map { number, start in
      let end = starts.indices.contains(number + 1) ? starts[number + 1] : lines.endIndex
      let text = prefix + lines[(start + 1)..<end]
      let expectations = try text.enumerated().flatMap { try Self.expectations(in: $1, number: $0 + 1) }
      return Application(
        file: file, name: String(lines[start].dropFirst(4)), text: text.joined(separator: "\n"),
        expectations: expectations)
    }
  }

  /// The files of the tests.
  static func all() throws -> [CaseFile] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Check")
      .standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "cases" }.sorted { $0.path < $1.path }.map(CaseFile.init)
  }

  private static func expectations(in line: String, number: Int) throws -> [Expectation] {
    let quoted = #""((?:[^"\\]|\\.)*)""#
    let pattern = try Regex("-- expect: (error|warning|note) (\\S+)(?: at \(quoted))? \(quoted)(?: hint \(quoted))?")
    let found = line.matches(of: pattern)
    guard found.count == line.components(separatedBy: "-- expect").count - 1 else {
      throw Diagnostic("test.case", "line \(number): the expectation cannot be read: \(line)")
    }
    return found.map { match in
      func text(_ index: Int) -> String? { match.output[index].substring.map { unescaped(String($0)) } }
      return Expectation(
        line: number, severity: text(1) ?? "", code: text(2) ?? "", marked: text(3), message: text(4) ?? "",
        hint: text(5))
    }
  }

  private static func unescaped(_ text: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
