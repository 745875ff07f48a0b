import OKitEngine
import OKitLua
import Testing

/// Scripts that say what is expected of them: a line that ends with `--! code text` is where the only diagnostic is
/// reported, with that code and that text. A script without such a line has none.
enum MarkedScript {
  static func expect(_ script: String) throws {
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    let found = application.runtime.diagnostics
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    guard let marked = lines.firstIndex(where: { $0.contains("--! ") }) else {
      #expect(found.isEmpty, "\(script)")
      return
    }
    let mark = lines[marked].split(separator: "--! ", maxSplits: 1)[1].split(separator: " ", maxSplits: 1)
    let diagnostic = try #require(found.first, "\(script)")
    #expect(found.count == 1)
    #expect(diagnostic.code.rawValue == mark[0])
    #expect(diagnostic.place?.description == "app.lua:\(marked + 1)", "\(diagnostic)")
    if mark.count > 1 { #expect(diagnostic.description.contains(mark[1]), "\(diagnostic)") }
  }
}
