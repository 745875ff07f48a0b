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

  @Test(arguments: [
    ["test"], ["test", "a_test.lua"], ["test", "a", "b_test.lua:12"], ["test", "--worker", "--format", "tap", "a"],
    ["test", "--ci", "--bail", "--jobs", "3"], ["test", "--filter", "a b", "--filter", "c", "--quiet"],
    ["test", "--tags", "a,b", "--exclude-tags", "c", "--verbose"],
    ["test", "--timeout", "1.5s", "a", "--format", "json"],
    ["test", "--format", "junit", "--format", "tap"],
  ])
  func `of tests are read as the argument parser does`(arguments: [String]) throws {
    let plain = try #require(PlainTestCommandLine.command(arguments))
    let parsed = try #require(try OKitRun.parse(arguments) as? TestCommand)
    #expect(Self.text(plain) == Self.text(parsed))
    #expect(!Self.text(plain).contains("definition"))
  }

  @Test(arguments: [
    [], ["app.lua"], ["test", "merge"], ["test", "a", "merge"], ["test", "help"], ["test", ""], ["test", "--help"],
    ["test", "--watch"], ["test", "--format"], ["test", "--format", "xml"], ["test", "--format=tap"],
    ["test", "--format", "sarif"], ["test", "--jobs", "0"], ["test", "--jobs", "x"], ["test", "--timeout", "x"],
    ["test", "--quiet", "--verbose"], ["test", "--quiet", "--format", "tap"], ["test", "--filter", "-x"],
    ["test", "--", "a"], ["test", "-x"], ["test", "--trace", "d"], ["--worker", "test"],
  ])
  func `of tests are no others`(arguments: [String]) { #expect(PlainTestCommandLine.command(arguments) == nil) }
}
