import Foundation
import OKitTestSupport
import Testing

@testable import OKitStorage

/// No message shows what Swift prints of an error.
@Suite struct DescribedErrorTests {
  private struct Unknown: Error { var code = 13 }

  @Test func `errors become diagnostics`() {
    let diagnostic = Diagnostic("a.b", "said")
    #expect(diagnostic.asDiagnostic == diagnostic)
    let denied = FileError(code: EACCES).at("d/okit").at("other").asDiagnostic
    #expect(denied.code == "file.access" && denied.place?.file == "d/okit")
    #expect(denied.message == "cannot use d/okit: Permission denied")
    #expect(denied.hint == "check who may use the file and its folders")
    #expect(RowFailure(entity: "A(1)", cause: FileError(code: EIO)).asDiagnostic.code == "file.access")
    let unknown = Unknown().diagnostic("storage.write")
    #expect(unknown.code == "storage.write" && unknown.message == "unexpected failure (Unknown)")
    for error in [denied, unknown] { #expect(!"\(error)".contains("code: ")) }
  }

  @Test(arguments: [
    "FileError(code: 13, reason: \"x\")", "a: Optional(3)", "Error Domain=NSPOSIXErrorDomain Code=2",
    "OKitModel.EntityType",
    "NSError", "Error: Value(kind: 1)",
  ])
  func `descriptions of Swift are recognized`(text: String) { #expect(SwiftDescriptions.first(in: text) != nil) }

  @Test(arguments: ["Film(f1) has no property", "okit.Date(…)", "Film(3F64-A1): wrong", "1 error", "call ask(#a)"])
  func `other texts are not`(text: String) { #expect(SwiftDescriptions.first(in: text) == nil) }

  /// An interpolated error prints its Swift fields: `asDiagnostic` and `diagnostic(_:)` describe it.
  @Test func `no source prints an error as Swift does`() throws {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    let sources = "\(root)/Sources"
    // Programs that register functions throw errors of their own there.
    let files = (FileManager.default.subpaths(atPath: sources) ?? [])
      .filter { $0.hasSuffix(".swift") && $0 != "OKitLua/State/HostEntry.swift" }
    #expect(files.count > 500)
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let isRaw =
          line.contains("\\(error)") || line.contains("localizedDescription")
          || line.contains("String(describing: error") || line.contains("String(reflecting: error")
        #expect(!isRaw, "\(file):\(number + 1): \(line)")
      }
    }
  }
}
