import ArgumentParser
import OKitTestSupport
import Testing

@testable import okit_run

/// Command lines that need no argument parser.
@Suite struct PlainCommandLineTests {
  @Test(arguments: [
    ["app.lua"], ["run", "app.lua"], ["run", "app.lua", "--documents", "d"], ["--documents", "d", "a b.lua"],
    ["app.lua", "--exec", "tap Add", "--exec", "screen; json"], ["app.lua", "--", "x", "--y", ""], ["app.lua", "--"],
    ["app.lua", "--key-file", "k", "--documents", "d"], ["--endpoint", "http://127.0.0.1:1", "app.lua", "--", "load"],
  ])
  func `are read as the argument parser does`(arguments: [String]) throws {
    let plain = try #require(PlainCommandLine.command(arguments))
    let parsed = try #require(try OKitRun.parse(arguments) as? RunCommand)
    // A property without a value is shown as a definition.
    #expect(Self.text(plain) == Self.text(parsed))
    #expect(!Self.text(plain).contains("definition"))
  }

  /// The values of all options, also of those in groups.
  private static func text(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text.replacing(#/ #\d+/#, with: "")
  }

  @Test(arguments: [
    [], ["run"], ["app"], ["test", "app.lua"], ["help", "app.lua"], ["app.lua", "b.lua"], ["--watch", "app.lua"],
    ["app.lua", "--documents"], ["app.lua", "--documents="], ["app.lua", "--documents", "-d"], ["app.lua", ""],
    ["app.lua", "--documents", "a", "--documents", "b"], ["app.lua", "--exec"], ["--", "app.lua"],
    ["app.lua", "--help"], ["-.lua"], ["app.lua", "--key-file", "a", "--key-file", "b"],
    ["app.lua", "--key-file", "-"],
    ["app.lua", "--endpoint"], ["app.lua", "--", "a", "--", "b"],
  ])
  func `are no others`(arguments: [String]) { #expect(PlainCommandLine.command(arguments) == nil) }
}
