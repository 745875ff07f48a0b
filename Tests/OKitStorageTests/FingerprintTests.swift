import OKitStorage
import OKitTestSupport
import Testing

/// What tells a reader that another process has stored.
@Suite struct FingerprintTests {
  @Test func eachStoreChangesIt() throws {
    let directory = DocumentsDirectory()
    let (owner, reader) = (directory.owner(), directory.reader())
    var earlier = try reader.fingerprint()
    #expect(earlier.isEmpty)
    let path = "okit/data/a.json"
    let record: [UInt8] = [1, 10]
    for change in [
      { owner.write([StorageWrite(path: path, bytes: [2])]) }, { owner.write([StorageWrite(path: path, bytes: [2])]) },
      { owner.write([StorageWrite(path: path, appending: record, at: 0)]) },
      { owner.write([StorageWrite(path: "okit/data/_data/b.raw", bytes: [])]) },
      { owner.delete(["okit/data/_data/b.raw"]) },
    ] {
      earlier = try reader.fingerprint()
      #expect(try reader.fingerprint() == earlier)
      try change().wait()
      #expect(try reader.fingerprint() != earlier)
    }
  }
}
