import OKitExchange
import OKitModel
import OKitTestSupport
import Testing

/// An export of several files beside an application that stores, and what an export leaves out.
@Suite struct ConsistentReadTests {
  @Test func `files that have changed are read again`() throws {
    var (state, reads) = (0, 0)
    func current() -> Int { state }
    let result = try ConsistentRead.run(state: current) {
      reads += 1
      if reads < 3 { state += 1 }
      // A file that is missing because of the store.
      if reads == 2 { throw Diagnostic("storage.read", "the content was removed during the export") }
      return reads
    }
    #expect(result == 3)
  }

  @Test func `files that keep changing are an error`() throws {
    var (state, reads) = (0, 0)
    func current() -> Int { state }
    let failure = #expect(throws: Diagnostic.self) {
      try ConsistentRead.run(state: current) {
        reads += 1
        state += 1
      }
    }
    #expect(failure?.code == "export.changed" && reads == ConsistentRead.maximumAttempts)
  }

  @Test func `an error without a change is not repeated`() throws {
    var reads = 0
    func current() -> Int { 0 }
    let failure = #expect(throws: Diagnostic.self) {
      try ConsistentRead.run(state: current) {
        reads += 1
        throw Diagnostic("storage.damaged", "damaged")
      }
    }
    #expect(failure?.code == "storage.damaged" && reads == 1)
  }

  @Test func `contents that are left out have codes`() throws {
    let fixture = try PartsFixture()
    try fixture.addBook(1, cover: [1])
    try fixture.addGroup(1, named: "group")
    try fixture.registry.storeState()
    let document = try #require(try fixture.storage.read("okit/data/default.json"))
    try document.withUnsafeBufferPointer { bytes in
      let source = try ExportContents.Source.files(of: "default", in: fixture.storage)
      let unknown = try ExportContents(DocumentExport(bytes, file: "d.json", name: "default"), source)
      let omission = try #require(unknown.omission(hint: "add them"))
      #expect(omission.code == "export.contents" && omission.severity == .warning)
      #expect(omission.message.hasSuffix(": 2"))
      let refused = #expect(throws: Diagnostic.self) { try unknown.checkClasses() }
      #expect(refused?.code == "export.classes" && refused?.message.contains("\"defer1\"") == true)
    }
    try Array("{}".utf8).withUnsafeBufferPointer { bytes in
      let source = try ExportContents.Source.files(of: "default", in: fixture.storage)
      let none = try ExportContents(DocumentExport(bytes, file: "d.json", name: "default"), source)
      #expect(none.omission(hint: "") == nil)
    }
  }
}
