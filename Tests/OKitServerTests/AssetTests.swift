import Foundation
import OKitTestSupport
import Testing

@testable import OKitServer

/// The files of the page, as they are sent.
@Suite struct AssetTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/CPages/live")

  @Test func embedsEachFile() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path()).filter { $0.contains(".") }
    let assets = PageAsset.embedded()
    #expect(Set(assets.keys) == Set(names.map { $0 == "index.html" ? "/" : "/live/\($0)" }))
    for name in names {
      let asset = assets[name == "index.html" ? "/" : "/live/\(name)"]
      #expect(asset?.bytes == Array(try Data(contentsOf: Self.folder.appending(path: name))), "\(name)")
    }
  }

  /// What the client accepts, and whether it gets compressed files.
  @Test(arguments: [
    (nil, false), ("gzip", true), ("GZIP", true), ("br, deflate , gzip;q=0.5", true), ("gzip; q=0", false),
    ("gzip;q=0.000", false), ("deflate, identity", false), ("*", false), ("xgzip", false), ("gzip;q=x", false),
  ])
  func compressesFilesForClientsThatAcceptIt(_ accepted: String?, _ isCompressed: Bool) throws {
    let server = try TestServer { $0.assets = PageAsset.embedded() }
    for _ in 0..<2 {
      let response = try server.request("GET /", accepted.map { ["Accept-Encoding: \($0)"] } ?? [], token: nil)
      #expect(response.headers["vary"] == "Accept-Encoding")
      #expect(response.headers["content-encoding"] == (isCompressed ? "gzip" : nil))
      let page = PageAsset.embedded()["/"]?.bytes
      #expect(try isCompressed ? Self.expanded(response.body) == page : response.body == page)
    }
  }

  @Test func sendsScriptAndStyleInAtMost120KB() throws {
    let server = try TestServer { $0.assets = PageAsset.embedded() }
    let client = try server.client()
    var (count, size) = (0, 0)
    // Those of the Inspector are loaded for developers only.
    let paths = PageAsset.embedded().keys.filter { !$0.hasPrefix("/live/inspector/") }
    for path in paths where path.hasSuffix(".js") || path.hasSuffix(".css") {
      client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n\r\n")
      let response = try client.readResponse()
      #expect(response.status == 200)
      (count, size) = (count + 1, size + response.body.count)
    }
    #expect(count > 40)
    #expect(size <= 120_000)
  }

  @Test func sendsSmallFilesAsTheyAre() throws {
    let server = try TestServer { $0.assets = ["/": PageAsset(name: "index.html", bytes: Array("x".utf8))] }
    let response = try server.request("GET /", ["Accept-Encoding: gzip"], token: nil)
    #expect(response.headers["content-encoding"] == nil)
    #expect(response.text == "x")
  }

  /// Expands gzip by the program of that name.
  private static func expanded(_ bytes: [UInt8]) throws -> [UInt8] {
    let (gzip, input, output) = (Process(), Pipe(), Pipe())
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc"]
    (gzip.standardInput, gzip.standardOutput) = (input, output)
    try gzip.run()
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    defer { gzip.waitUntilExit() }
    return Array(try output.fileHandleForReading.readToEnd() ?? Data())
  }
}
