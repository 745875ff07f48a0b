import OKitValues
import Testing

/// Images in Base64 texts.
@Suite struct Base64ImageTests {
  private static let png = "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAYAAABe3VzdAAAAAElFTkSuQmCC"

  @Test(arguments: [
    png, "data:,x", "DATA:image/png;base64,AAAA", "/9j/4AAQ", "R0lGODlh", String(repeating: "a", count: 256),
  ])
  func isMeantAsAnImage(text: String) { #expect(Base64Image.isOne(text)) }

  @Test(arguments: ["", "book", "star.fill", "images/data.png", String(repeating: "a", count: 255)])
  func isTheNameOfAnImage(text: String) { #expect(!Base64Image.isOne(text)) }

  @Test func readsBytesAndFormat() throws {
    #expect(ImageHeader(try Base64Image(Self.png).bytes)?.width == 40)
    let image = try Base64Image("data:image/GIF;charset=x;base64,\nR0lG\r\nODlh ")
    #expect(image.format == "image/gif")
    #expect(image.bytes == Array("GIF89a".utf8))
    #expect(try Base64Image(Self.png).format == nil)
  }

  @Test(arguments: [
    png + "A", "data:text/html;base64,PGI+", "data:application/pdf;base64,AAAA", "data:image/png,AAAA",
    "data:image/png;base64", "data:;base64,", "/9j/\u{0}AAA", "/9j/=AAA", "/9j/ä",
  ])
  func refuses(text: String) {
    #expect(#expect(throws: Diagnostic.self) { try Base64Image(text) }?.code == "cell.image")
  }

  @Test func refusesALongText() {
    let text = String(repeating: "A", count: 100_000_000)
    #expect(#expect(throws: Diagnostic.self) { try Base64Image(text) }?.code == "cell.size")
  }
}
