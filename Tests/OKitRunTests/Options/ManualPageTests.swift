import OKitTestSupport
import Testing

@testable import okit_run

/// The man page of the command.
@Suite struct ManualPageTests {
  private let lines: [String]

  init() throws {
    let result = try CommandProcess.run(["manual"], in: TestFolder())
    #expect(result.status == 0 && result.errors.isEmpty)
    lines = result.output.split(separator: "\n").map {
      String($0).replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
    }
  }

  /// The terms of a section.
  private func terms(_ section: String) throws -> [String] {
    let start = try #require(lines.firstIndex(of: ".Sh \"\(section)\"") ?? lines.firstIndex(of: ".Sh \(section)"))
    return lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") }.filter { $0.hasPrefix(".It Li ") }.map {
      $0.dropFirst(".It Li ".count).trimming { $0 == "\"" }
    }
  }

  @Test func `it has the sections of man pages, in their order`() {
    let sections = lines.filter { $0.hasPrefix(".Sh ") }.map { $0.dropFirst(4).trimming { $0 == "\"" } }
    #expect(
      sections == ["NAME", "SYNOPSIS", "DESCRIPTION", "SESSION COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS"])
  }

  @Test func `it has all commands of sessions, variables and files`() throws {
    #expect(try terms("SESSION COMMANDS") == SessionCommand.all.map(\.form))
    #expect(try terms("ENVIRONMENT") == Environment.Variable.allCases.map(\.rawValue))
    #expect(try terms("FILES").contains("okit/pending"))
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
