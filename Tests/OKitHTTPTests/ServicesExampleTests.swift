import OKitTestSupport
import Testing

/// The example of services of the program is this file's neighbor.
@Suite struct ServicesExampleTests {
  @Test func `the example runs`() throws {
    let folder = try TestFolder([:])
    let (rate, log, output, key) = try servicesExample(in: folder.path)
    #expect(rate == "1.25" && output == ["1.25"] && key == 32)
    #expect(log == ["info: loaded at 2020-01-01T00:00:00Z"])
    let example = try ArticleExample("Tests/OKitHTTPTests/ServicesExample.swift")
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }
}
