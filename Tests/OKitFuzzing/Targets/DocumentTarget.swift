import OKitEngine
import OKitTestSupport

extension FuzzTarget {
  /// The document of a model, as it could lie in the documents directory.
  public static let document = FuzzTarget(name: "document") {
    { input in
      let path = "okit/data/default.json"
      let storage = try RecordingStorage([path: input])
      let fixture: ModelFixture
      do { fixture = try ModelFixture(storage: storage) } catch let error as Diagnostic {
        try require(
          error.code == "json.syntax" || error.code.rawValue.hasPrefix("model."), "refused with \(error.code.rawValue)")
        try require(!"\(error)".isEmpty, "refused without a message")
        return try require(try storage.read(path) == input, "a document that was refused has changed")
      }
      let store = fixture.store
      // A change and back, so that there is something to store.
      try store.set(fixture.library, "motto", .string("changed"))
      try fixture.registry.store(fixture.library)
      let written = try storage.read(path) ?? []
      let again: ModelFixture
      do { again = try ModelFixture(storage: try RecordingStorage([path: written])) } catch {
        throw FuzzFinding("what was stored is refused: \(error)")
      }
      try require(again.snapshot.isSame(as: fixture.snapshot), "read otherwise than it was stored")
      try again.registry.sync()
      try require(again.snapshot.isSame(as: fixture.snapshot), "synced otherwise than it was stored")
    }
  }
}
