import OKitValues
import Testing

@Suite struct WhitespaceTests {
  @Test func `scalars are whitespace as Unicode defines it`() {
    for value in UInt32(0)...0x3100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(scalar.isWhitespace == scalar.properties.isWhitespace)
    }
  }
}
