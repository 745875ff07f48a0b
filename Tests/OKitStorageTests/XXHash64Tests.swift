import OKitStorage
import OKitTestSupport
import Testing

@Suite struct XXHash64Tests {
  /// The values that `xxhsum -H64` of version 0.8 prints.
  @Test(arguments: [
    ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
    ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
  ])
  func givesTheChecksumsOfXXHSum(text: String, checksum: String) {
    #expect(XXHash64.text(XXHash64.checksum(Array(text.utf8))) == checksum)
  }

  @Test func isTheSameForAnyPieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7 ^ $0 >> 3) }
    var random = SplitMix(seed: 1)
    for count in [0, 1, 31, 32, 33, 63, 64, 65, 100, 1000] {
      let whole = XXHash64.checksum(Array(bytes[..<count]))
      for _ in 0..<20 {
        var hash = XXHash64()
        var start = 0
        while start < count {
          let end = min(count, start + Int.random(in: 0...70, using: &random))
          Array(bytes[start..<end]).withUnsafeBytes { hash.update($0) }
          start = end
        }
        #expect(hash.checksum == whole && hash.count == count, "\(count) bytes")
      }
    }
  }

  @Test func writesLeadingZeros() { #expect(XXHash64.text(0xABC) == "0000000000000abc") }
}
