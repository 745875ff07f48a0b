import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Files that something else removes while an application runs.
@Suite struct RemovedFilesTests {
  private let folder: TestFolder
  private let reports = Reports()

  private final class Reports { var all: [Diagnostic] = [] }

  init() throws { folder = try TestFolder() }

  private func application(_ kind: String) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.parts = .everything
    options.documents = folder.path + "/data"
    options.onReport = { [reports] in reports.all.append($0) }
    return try LuaApplication(
      text: """
        local Diary = okit.\(kind):extend("Diary", { notes = "", text = "" })
        diary = okit.Model.register(Diary)
        function store() okit.Model.storeState() end
        """, chunk: "app.lua", options: options)
  }

  /// Runs an application, whose end unlocks the folder.
  private func running(_ kind: String, _ body: (LuaApplication) throws -> Void) throws {
    let application = try application(kind)
    defer { application.close() }
    try body(application)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/\(name)")
  }

  private func text(_ application: LuaApplication, _ lua: String) throws -> String {
    try application.evaluate(lua).joined(separator: " ")
  }

  private func codes() -> [String] {
    defer { reports.all = [] }
    #expect(reports.all.allSatisfy { $0.severity == .warning })
    return reports.all.map(\.code.rawValue)
  }

  private func expectStored(_ kind: String, _ notes: String) throws {
    try running(kind) { application in
      let stored = try text(application, "diary.notes")
      #expect(stored == notes)
    }
    #expect(codes() == [])
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `a document is stored again`(_ kind: String) throws {
    try running(kind) { application in
      for notes in ["one", "two"] {
        _ = try application.evaluate("(function() diary.notes = '\(notes)' store() end)()")
      }
      let previous = try #require(
        FileManager.default.contents(atPath: folder.path + "/data/okit/data/.previous/default.json"))
      try remove("data/default.json")
      _ = try application.evaluate("(function() diary.notes = 'three' store() end)()")
      #expect(codes() == ["storage.missing"])
      #expect(FileManager.default.contents(atPath: folder.path + "/data/okit/data/.previous/default.json") == previous)
      _ = try application.evaluate("(function() diary.notes = 'four' store() end)()")
      #expect(codes() == [])
    }
    try expectStored(kind, "four")
  }

  /// Memory is the only place that has the model.
  @Test(arguments: ["Model", "ModelEncrypted"])
  func `a document is stored again without a change`(_ kind: String) throws {
    try running(kind) { application in
      _ = try application.evaluate("(function() diary.notes = 'one' store() end)()")
      try remove("data")
      _ = try application.evaluate("store()")
      #expect(codes() == ["storage.missing"])
    }
    try expectStored(kind, "one")
  }

  /// The record of a change is worth nothing without the document.
  @Test(arguments: ["Model", "ModelEncrypted"])
  func `a document with a journal is stored again`(_ kind: String) throws {
    try running(kind) { application in
      _ = try application.evaluate("(function() diary.text = ('A long text. '):rep(6000) store() end)()")
      for notes in ["one", "two"] {
        _ = try application.evaluate("(function() diary.notes = '\(notes)' store() end)()")
      }
      #expect(folder.exists("data/okit/data/default.json.journal"))
      try remove("data/default.json")
      _ = try application.evaluate("(function() diary.notes = 'three' store() end)()")
      #expect(codes() == ["storage.missing"])
      #expect(!folder.exists("data/okit/data/default.json.journal"))
      _ = try application.evaluate("(function() diary.notes = 'four' store() end)()")
      #expect(folder.exists("data/okit/data/default.json.journal"))
    }
    try expectStored(kind, "four")
  }

  /// What memory has of blobs and partials is stored again with the document, and what it has not is reported.
  @Test(arguments: ["Model", "ModelEncrypted"])
  func `blobs and partials are stored again with their document`(_ kind: String) throws {
    func running(_ body: (LuaApplication) throws -> Void) throws {
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
      options.parts = .everything
      options.documents = folder.path + "/data"
      options.onReport = { [reports] in reports.all.append($0) }
      let application = try LuaApplication(
        text: """
          local t = okit.types
          local Page = okit.ModelEntity:extend("Page", { text = "", photo = t.entity(okit.ModelData) })
          local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
          local Diary = okit.\(kind):extend("Diary", {
            notes = "", pages = t.list(PageDefer), photos = t.list(okit.ModelData),
          })
          diary = okit.Model.register(Diary)
          function fill()
            for _, id in ipairs { "a", "b" } do
              diary.photos:add { id = "photo" .. id, data = "bytes of " .. id }
              diary.pages:add { id = id, page = { text = id, photo = { id = "inner" .. id, data = "inner " .. id } } }
            end
            okit.Model.storeState()
          end
          function read(id)
            local position = id == "a" and 1 or 2
            local page = diary.pages[position].page
            return diary.photos[position].data .. page.text .. (page.photo and page.photo.data or "-")
          end
          function store(notes) diary.notes = notes okit.Model.storeState() end
          """, chunk: "app.lua", options: options)
      defer { application.close() }
      try body(application)
    }
    try running { _ = try $0.evaluate("fill()") }
    try running { application in
      let read = try text(application, "read('a')")
      #expect(read == "bytes of aainner a")
      try remove("data")
      _ = try application.evaluate("store('again')")
    }
    #expect(reports.all.map(\.code.rawValue).sorted() == ["blob.missing", "partial.missing", "storage.missing"])
    reports.all = []
    try running { application in
      let read = try text(application, "diary.notes .. read('a')")
      #expect(read == "againbytes of aainner a")
      #expect(reports.all.isEmpty)
    }
  }

  @Test func `keys are stored again`() throws {
    for names in [["keys/keys.json"], ["keys/default.key"], ["keys"], ["data", "keys"]] {
      try running("ModelEncrypted") { application in
        _ = try application.evaluate("(function() diary.notes = diary.notes .. '1' store() end)()")
        for name in names { try remove(name) }
        _ = try application.evaluate("(function() diary.notes = 'again' store() end)()")
        #expect(Set(codes()) == ["storage.missing"], "\(names)")
      }
      try expectStored("ModelEncrypted", "again")
    }
  }

  /// What is not in memory is not begun anew.
  @Test func `a document that was removed while the store was closed is an error`() throws {
    try running("ModelEncrypted") { application in
      for notes in ["one", "two"] {
        _ = try application.evaluate("(function() diary.notes = '\(notes)' store() end)()")
      }
      try application.runtime.closeSecureStore()
      try remove("data/default.json")
      let found = #expect(throws: Diagnostic.self) { try application.runtime.openSecureStore() }
      #expect(found?.code == "storage.missing" && found?.hint?.contains("StoredModels.restore") == true)
      #expect(!application.runtime.registry.isSecureStoreOpen)
    }
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `sync keeps what was removed`(_ kind: String) throws {
    try running(kind) { application in
      for notes in ["one", "two"] {
        _ = try application.evaluate("(function() diary.notes = '\(notes)' store() end)()")
      }
      try remove("data/default.json")
      let found = #expect(throws: Diagnostic.self) { _ = try application.evaluate("okit.Model.sync()") }
      #expect(found?.code == "storage.missing")
      #expect(try text(application, "diary.notes") == "two")
    }
  }
}
