import OKitTestSupport
import Testing

@testable import OKitEngine

/// Screens in containers: which are open, which one is shown, and which leave with their entity.
@Suite struct ContainerTests {
  private let sample: AppSample
  private var runtime: AppRuntime { sample.runtime }

  init() throws {
    sample = try AppSample()
    try sample.define("names", .detail, ["titlePath": "name"])
  }

  private func open(_ names: (String, Segue.Kind)...) throws {
    for (name, kind) in names { try runtime.turn { try runtime.navigate(to: name, context: nil, kind: kind) } }
  }

  @Test func pushAndPresent() throws {
    try open(("book", .push), ("help", .present), ("names", .push))
    #expect(runtime.stack == ["books", "book", "help", "names"])
    #expect(runtime.top?.name == "names")
    let application = runtime.containers.window
    #expect(application.content?.controllers.map(\.name) == ["books", "book"])
    #expect(application.presented?.controllers.map(\.name) == ["help", "names"])
    try runtime.back()
    #expect(
      AppSample.message { try runtime.back() }
        == "action.impossible: \"help\" has no previous screen (it was presented; close it)")
    try runtime.dismiss()
    #expect(runtime.stack == ["books", "book"])
    #expect(
      AppSample.message { try runtime.dismiss() }
        == "action.impossible: \"book\" was not presented; only a presented screen can be closed (go back)")
    try runtime.back()
    #expect(AppSample.message { try runtime.back() } == "action.impossible: \"books\" has no previous screen")
  }

  @Test func aControllerIsFoundByItsHandleWhileItIsOpen() throws {
    try open(("book", .push), ("help", .present))
    let controllers = ["books", "book", "help"].compactMap { name in
      (1...9).compactMap { runtime.controller(RuntimeHandle(.controller, $0)) }.first { $0.name == name }
    }
    #expect(controllers.map(\.name) == ["books", "book", "help"])
    #expect(controllers.map(runtime.isPresented) == [false, false, true])
    try runtime.turn {
      runtime.close(controllers[1])
      #expect(runtime.stack == ["books"])
      // The functions that run can still use them.
      #expect(controllers.map { runtime.controller($0.handle) === $0 } == [true, true, true])
      #expect(controllers.map(runtime.isOpen) == [true, false, false])
    }
    #expect(controllers.map { runtime.controller($0.handle) === $0 } == [true, false, false])
    runtime.close(controllers[0])
    #expect(runtime.stack == ["books"], "the lowest one stays")
  }

  @Test func nestedPresentationsCloseOneByOne() throws {
    try open(("help", .present), ("names", .present), ("book", .push))
    try runtime.dismiss()
    #expect(runtime.stack == ["books", "help"])
    try runtime.dismiss()
    #expect(runtime.stack == ["books"])
  }

  @Test func segmentsThatFormACircleEnd() throws {
    let limit = AppRuntime.maximumScreens
    for _ in 1..<limit { try open(("help", .push)) }
    #expect(
      AppSample.message { try open(("help", .push)) }
        == "navigation.depth: \(limit) screens are open already; the segues form a cycle: help → help → help → help"
    )
    #expect(runtime.stack.count == limit)
  }

  @Test func unknownControllersHaveTheNearestName() {
    #expect(
      AppSample.message { try open(("bok", .push)) }
        == "controller.unknown: unknown controller \"bok\" (did you mean \"book\"?)")
  }

  // MARK: Contexts

  private func open(_ name: String, _ context: EntityID, _ kind: Segue.Kind = .push) throws {
    try runtime.turn { try runtime.navigate(to: name, context: context, kind: kind) }
  }

  private func remove(_ book: EntityID) throws {
    _ = try runtime.turn {
      guard case .collection(let books) = sample.store.get(sample.shop, "books"),
        let index = sample.store.index(of: .entity(book), in: books)
      else { throw Diagnostic("test.book", "there is no such book") }
      try sample.store.remove(from: books, at: index)
    }
  }

  @Test func screensOfARemovedEntityCloseWithWhatIsAboveThem() throws {
    let (emma, dune) = (sample.books[0], sample.books[1])
    try open("book", emma)
    try open("help", dune, .present)
    try open("names", dune)
    try remove(dune)
    #expect(runtime.stack == ["books", "book"])
    try open("names", sample.shop, .present)
    try remove(emma)
    #expect(runtime.stack == ["books"])
  }

  @Test func whatMovedOrCameBackStaysOpen() throws {
    let dune = sample.books[1]
    try open("book", dune)
    _ = try runtime.turn {
      guard case .collection(let books) = sample.store.get(sample.shop, "books") else { return }
      try sample.store.move(books, from: 1, to: 0)
    }
    // Removed and inserted again in one turn.
    _ = try runtime.turn {
      guard case .collection(let books) = sample.store.get(sample.shop, "books") else { return }
      try sample.store.remove(from: books, at: 0)
      try sample.store.insert(.entity(dune), into: books, at: nil)
    }
    #expect(runtime.stack == ["books", "book"])
    // A turn that fails has removed nothing.
    let failure = #expect(throws: Diagnostic.self) {
      try runtime.turn {
        try remove(dune)
        throw Diagnostic("test.failure", "rolled back")
      }
    }
    #expect(failure?.code == "test.failure")
    #expect(runtime.stack == ["books", "book"])
    try remove(dune)
    #expect(runtime.stack == ["books"])
  }

  @Test func undoClosesTheScreenOfWhatItTakesAway() throws {
    var new: EntityID?
    _ = try runtime.turn {
      guard case .collection(let books) = sample.store.get(sample.shop, "books") else { return }
      try sample.store.insert(.map(["name": .string("Kim")]), into: books, at: nil)
      new = sample.books.last
    }
    try open("book", try #require(new))
    #expect(runtime.stack == ["books", "book"])
    #expect(try runtime.undo())
    #expect(runtime.stack == ["books"])
  }

  @Test func anEntityThatIsInNoModelShowsNothing() throws {
    let book = sample.store.make(try sample.store.requireType("Book", for: "the test"))
    try open("book", book)
    #expect(runtime.stack == ["books"])
  }

  // MARK: Reloading

  @Test func navigationStateOpensTheSameScreens() throws {
    try open("book", sample.books[1])
    try open("help", sample.shop, .present)
    try open("names", sample.books[0])
    let state = runtime.navigationState
    while runtime.containers.window.canDismiss { try runtime.dismiss() }
    runtime.containers.removeAll()
    try runtime.restore(state)
    #expect(runtime.stack == ["books", "book", "help", "names"])
    #expect(runtime.navigationState == state)
    #expect(runtime.top?.modelContext == sample.books[0])
  }
}
