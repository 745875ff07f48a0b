import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Documents that something else changes while an application has them open.
@Suite struct EditedDocumentsTests {
  private let folder: TestFolder
  private let reports = Reports()

  private final class Reports { var all: [Diagnostic] = [] }

  init() throws { folder = try TestFolder() }

  private var options: LuaApplication.Options {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.parts = .everything
    options.documents = folder.path + "/data"
    options.onReport = { [reports] in reports.all.append($0) }
    return options
  }

  private func application() throws -> LuaApplication {
    try LuaApplication(
      text: """
        local t = okit.types
        local Diary = okit.Model:extend("Diary", { notes = "", text = "", photo = t.entity(okit.ModelData) })
        local Secret = okit.ModelEncrypted:extend("Secret", { notes = "", text = "" })
        local Other = okit.Model:extend("Other", { notes = "" })
        diary, secret = okit.Model.register(Diary, "diary"), okit.Model.register(Secret, "secret")
        other = okit.Model.register(Other, "other")
        function fill(name, text) okit.Model.get(name).text = text:rep(6000) end
        function note(name, text)
          okit.Model.get(name).notes = text
          okit.Model.storeState()
        end
        """, chunk: "app.lua", options: options)
  }

  /// Runs an application, whose end unlocks the folder.
  private func running(_ body: (LuaApplication) throws -> Void) throws {
    let application = try application()
    defer { application.close() }
    try body(application)
  }

  private func note(_ application: LuaApplication, _ name: String, _ text: String) throws {
    _ = try application.evaluate("note('\(name)', '\(text)')")
  }

  private func expectEdited(_ name: String, _ body: () throws -> Void) throws {
    let found = #expect(throws: Diagnostic.self, performing: body)
    #expect(found?.code == "storage.edited" && found?.place?.file.hasSuffix("/okit/data/\(name).json") == true)
    #expect(found?.hint?.contains("StoredModels.restore(\"\(name)\")") == true)
  }

  private func expectDamaged(_ application: LuaApplication) {
    let found = #expect(throws: Diagnostic.self) { _ = try application.evaluate("okit.Model.sync()") }
    #expect(found?.code == "json.syntax")
  }

  private func file(_ path: String) -> URL { URL(fileURLWithPath: "\(folder.path)/data/okit/data/\(path)") }

  private func notes(_ name: String) throws -> String {
    var notes = ""
    try running { notes = try $0.evaluate("okit.Model.get('\(name)').notes").joined() }
    return notes
  }

  /// Restores the previous version of a model, as the command does.
  private func restore(_ name: String) throws {
    let storage = FileStorage(documents: folder.path + "/data")
    defer { storage.close() }
    try storage.restorePrevious("okit/data/\(name).json").wait()
  }

  /// Stores two documents of a model, and returns the first one, which another program can put back.
  private func prepare(_ name: String, isLong: Bool) throws -> Data {
    try running { application in
      if isLong { _ = try application.evaluate("fill('\(name)', 'A long text. ')") }
      try note(application, name, "edited")
    }
    let edit = try Data(contentsOf: file("\(name).json"))
    try running { application in
      if isLong { _ = try application.evaluate("fill('\(name)', 'Another text. ')") }
      try note(application, name, "base")
    }
    return edit
  }

  @Test(arguments: ["diary", "secret"], [false, true])
  func `neither version is lost`(_ name: String, _ isLong: Bool) throws {
    let edit = try prepare(name, isLong: isLong)
    try running { application in
      for text in ["one", "two"] { try note(application, name, text) }
      #expect(folder.exists("data/okit/data/\(name).json.journal") == isLong)
      try edit.write(to: file("\(name).json"))
      for text in ["three", "four"] {
        try expectEdited(name) { try note(application, name, text) }
        let stored = try Data(contentsOf: file("\(name).json"))
        #expect(stored == edit)
        #expect(!folder.exists("data/okit/data/\(name).json.journal"))
        // The turn has taken the change back, but memory has another version still.
        try expectEdited(name) { _ = try application.evaluate("okit.Model.storeState()") }
        try expectEdited(name) { try note(application, name, text) }
      }
    }
    #expect(try notes(name) == "edited")
    try restore(name)
    #expect(try notes(name) == "four")
    try restore(name)
    #expect(try notes(name) == "edited")
  }

  @Test(arguments: ["diary", "secret"], [false, true])
  func `sync takes the changed document`(_ name: String, _ isLong: Bool) throws {
    let edit = try prepare(name, isLong: isLong)
    try running { application in
      for text in ["one", "two"] { try note(application, name, text) }
      try edit.write(to: file("\(name).json"))
      try expectEdited(name) { try note(application, name, "three") }
      _ = try application.evaluate("okit.Model.sync()")
      let read = try application.evaluate("okit.Model.get('\(name)').notes")
      #expect(read == ["edited"])
      _ = try application.evaluate("okit.Model.storeState()")
      for text in ["four", "five"] { try note(application, name, text) }
    }
    #expect(try notes(name) == "five")
  }

  /// What the records have changed is in memory only.
  @Test(arguments: ["diary", "secret"])
  func `a journal whose document is gone is kept without further changes`(_ name: String) throws {
    let edit = try prepare(name, isLong: true)
    try running { application in
      try note(application, name, "one")
      try edit.write(to: file("\(name).json"))
      try expectEdited(name) { _ = try application.evaluate("okit.Model.storeState()") }
    }
    try restore(name)
    #expect(try notes(name) == "one")
  }

  @Test func `the other models of the state are stored`() throws {
    let edit = try prepare("diary", isLong: false)
    try running { application in
      try note(application, "diary", "one")
      try edit.write(to: file("diary.json"))
      _ = try application.evaluate(
        "(function() other.notes = 'stored' diary.photo = { id = 'p', data = 'bytes' } end)()")
      try expectEdited("diary") { try note(application, "diary", "two") }
    }
    #expect(try notes("other") == "stored")
    try restore("diary")
    try running { application in
      let stored = try application.evaluate("diary.photo.data .. diary.notes")
      #expect(stored == ["bytestwo"])
    }
  }

  @Test(arguments: ["diary", "secret"], [false, true])
  func `the same bytes are no change`(_ name: String, _ isLong: Bool) throws {
    _ = try prepare(name, isLong: isLong)
    try running { application in
      let read = try Data(contentsOf: file("\(name).json"))
      try read.write(to: file("\(name).json"), options: .atomic)
      try note(application, name, "one")
      let stored = try Data(contentsOf: file("\(name).json"))
      try stored.write(to: file("\(name).json"))
      try note(application, name, "two")
    }
    #expect(try notes(name) == "two")
  }

  @Test func `a document that appears is not overwritten`() throws {
    let edit = try prepare("diary", isLong: false)
    for name in ["diary.json", ".previous/diary.json"] { try FileManager.default.removeItem(at: file(name)) }
    try running { application in
      try edit.write(to: file("diary.json"))
      try expectEdited("diary") { try note(application, "diary", "one") }
    }
    #expect(try notes("diary") == "edited")
    try restore("diary")
    #expect(try notes("diary") == "one")
  }

  /// A document that cannot be read stays as it is, also after the attempt.
  @Test func `sync of a damaged document changes nothing`() throws {
    _ = try prepare("diary", isLong: false)
    try running { application in
      try note(application, "diary", "one")
      try Data("{".utf8).write(to: file("diary.json"))
      expectDamaged(application)
      try expectEdited("diary") { try note(application, "diary", "two") }
    }
    #expect(try Data(contentsOf: file("diary.json")) == Data("{".utf8))
    try restore("diary")
    #expect(try notes("diary") == "two")
  }

  // MARK: Partials

  private static func partials(_ kind: String) -> String {
    """
    local t = okit.types
    local Page = okit.ModelEntity:extend("Page", { text = "" })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
    local Diary = okit.\(kind):extend("Diary", { notes = "", pages = t.list(PageDefer) })
    diary = okit.Model.register(Diary, "diary")
    if #diary.pages == 0 then diary.pages:add { id = "p" } end
    function note(text)
      diary.notes, diary.pages[1].page.text = text, text
      okit.Model.storeState()
    end
    """
  }

  private func page(_ kind: String, _ body: (LuaApplication) throws -> Void = { _ in }) throws -> [String] {
    let application = try LuaApplication(text: Self.partials(kind), chunk: "app.lua", options: options)
    defer { application.close() }
    try body(application)
    return try application.evaluate("diary.notes, diary.pages[1].page.text")
  }

  /// Stores two documents of a partial, and returns the first one.
  private func preparePage(_ kind: String) throws -> Data {
    _ = try page(kind) { _ = try $0.evaluate("note('edited')") }
    let edit = try Data(contentsOf: file("diary/p.json"))
    _ = try page(kind) { _ = try $0.evaluate("note('base')") }
    return edit
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `neither version of a partial is lost`(_ kind: String) throws {
    let edit = try preparePage(kind)
    let read = try page(kind) { application in
      let read = try application.evaluate("diary.pages[1].page.text")
      #expect(read == ["base"])
      try edit.write(to: file("diary/p.json"))
      for text in ["one", "two"] {
        _ = try application.evaluate("(function() diary.notes, diary.pages[1].page.text = '\(text)', '\(text)' end)()")
        try expectEdited("diary/p") { _ = try application.evaluate("okit.Model.storeState()") }
        let stored = try Data(contentsOf: file("diary/p.json"))
        #expect(stored == edit)
      }
    }
    #expect(read == ["two", "two"])
    // The model is stored.
    #expect(try page(kind) == ["two", "edited"])
    try restore("diary/p")
    #expect(try page(kind) == ["two", "two"])
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `sync takes the changed document of a partial`(_ kind: String) throws {
    let edit = try preparePage(kind)
    let read = try page(kind) { application in
      _ = try application.evaluate("note('one')")
      try edit.write(to: file("diary/p.json"))
      try expectEdited("diary/p") { _ = try application.evaluate("note('two')") }
      _ = try application.evaluate("okit.Model.sync()")
      let read = try application.evaluate("diary.pages[1].page.text")
      #expect(read == ["edited"])
      for text in ["three", "four"] { _ = try application.evaluate("note('\(text)')") }
    }
    #expect(read == ["four", "four"])
    #expect(try page(kind) == ["four", "four"])
  }

  /// What is not in memory is read from the changed document.
  @Test func `an unread partial has its changed document`() throws {
    let edit = try preparePage("Model")
    let read = try page("Model") { application in
      try edit.write(to: file("diary/p.json"))
      _ = try application.evaluate("(function() diary.notes = 'other' okit.Model.storeState() end)()")
    }
    #expect(read == ["other", "edited"])
  }

  // MARK: Journals

  /// Stores a model with a journal of two records, and lets another program change the journal.
  private func running(
    _ name: String, changingJournal change: (URL) throws -> Void, _ body: (LuaApplication) throws -> Void
  ) throws {
    _ = try prepare(name, isLong: true)
    try running { application in
      for text in ["one", "two"] { try note(application, name, text) }
      try change(file("\(name).json.journal"))
      try body(application)
    }
  }

  /// Returns the codes of the warnings, with the names of their files.
  private func warnings() -> [String] {
    defer { reports.all = [] }
    return reports.all.filter { $0.severity == .warning }.map {
      "\($0.code.rawValue) \($0.place?.file.split(separator: "/").last ?? "")"
    }
  }

  enum JournalChange: CaseIterable {
    case removed, emptied, cut, shortened, flipped, added

    func apply(to journal: URL) throws {
      var bytes = try Data(contentsOf: journal)
      switch self {
      case .removed: return try FileManager.default.removeItem(at: journal)
      case .emptied: bytes = Data()
      case .cut: bytes.removeLast(20)
      case .shortened: bytes = try #require(bytes.firstIndex(of: 10).map { bytes[...$0] })
      case .flipped: bytes[40] ^= 1
      case .added: bytes += Data("{}\n".utf8)
      }
      try bytes.write(to: journal)
    }
  }

  /// Memory has what both had.
  @Test(arguments: ["diary", "secret"], JournalChange.allCases)
  func `a document whose journal was changed is stored as a whole`(_ name: String, _ change: JournalChange) throws {
    try running(name, changingJournal: change.apply) { application in
      try note(application, name, "three")
      #expect(warnings() == ["storage.journal \(name).json.journal"])
      #expect(!folder.exists("data/okit/data/\(name).json.journal"))
      try note(application, name, "four")
      #expect(folder.exists("data/okit/data/\(name).json.journal"))
    }
    #expect(try notes(name) == "four")
    #expect(warnings() == [])
  }

  /// What the records had changed is in memory only.
  @Test(arguments: ["diary", "secret"], [JournalChange.removed, .flipped])
  func `a changed journal is noticed without further changes`(_ name: String, _ change: JournalChange) throws {
    try running(name, changingJournal: change.apply) { _ = try $0.evaluate("okit.Model.storeState()") }
    #expect(warnings() == ["storage.journal \(name).json.journal"])
    #expect(try notes(name) == "two")
  }

  @Test(arguments: ["diary", "secret"])
  func `a changed journal is noticed after a store that failed`(_ name: String) throws {
    try running(name, changingJournal: JournalChange.removed.apply) { application in
      // A folder in the way of the staged files.
      let staging = URL(fileURLWithPath: folder.path + "/data/okit/.storing")
      try FileManager.default.removeItem(at: staging)
      try Data().write(to: staging)
      let failure = #expect(throws: Diagnostic.self) { try note(application, name, "three") }
      #expect(failure?.code == "storage.write")
      try FileManager.default.removeItem(at: staging)
      _ = try application.evaluate("okit.Model.storeState()")
    }
    #expect(try notes(name) == "two")
  }

  @Test(arguments: ["diary", "secret"])
  func `the same bytes of a journal are no change`(_ name: String) throws {
    func rewrite(_ journal: URL) throws { try Data(contentsOf: journal).write(to: journal, options: .atomic) }
    try running(name, changingJournal: rewrite) { application in
      let size = try Data(contentsOf: file("\(name).json.journal")).count
      try note(application, name, "three")
      let longer = try Data(contentsOf: file("\(name).json.journal")).count
      #expect(longer > size)
    }
    #expect(warnings() == [])
    #expect(try notes(name) == "three")
  }

  /// The changed journal is kept with the document that it belongs to.
  @Test func `a shortened journal is that of the previous version`() throws {
    try running("diary", changingJournal: JournalChange.shortened.apply) { try note($0, "diary", "three") }
    try restore("diary")
    #expect(try notes("diary") == "one")
  }
}
