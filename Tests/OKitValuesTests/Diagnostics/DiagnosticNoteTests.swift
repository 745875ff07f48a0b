import OKitValues
import Testing

/// The rendering of each kind of note.
@Suite struct DiagnosticNoteTests {
  static let property = Diagnostic.Origin(owner: "books", part: "cell", property: "detailPath", binding: "vat()")
  static let call = Diagnostic.Call(binding: "price/vat(#1)")
  static let place = Diagnostic.Place(file: "app.lua", line: 7)

  static let cases: [(Diagnostic.Note, String)] = [
    (.frame(.init(file: "a.lua", line: 3, function: .named("f"))), "a.lua:3: in function 'f'"),
    (.frame(.init(file: "a.lua", line: 3, function: .method("m"), count: 4)), "a.lua:3: in method 'm' (4 times)"),
    (.frame(.init(file: "a.lua", line: 3, function: .metamethod("index"))), "a.lua:3: in metamethod 'index'"),
    (.frame(.init(file: "a.lua", line: 3, function: .mainChunk)), "a.lua:3: in main chunk"),
    (.frame(.init(file: "a.lua", line: 3, function: .anonymous(line: 2))), "a.lua:3: in function <a.lua:2>"),
    (.frame(.init(file: "[C]", line: 0, function: .named("sort"))), "[C]: in function 'sort'"),
    (.omittedFrames, "..."),
    (.coroutine, "in a coroutine"),
    (.failedClose("no file"), "closing a variable then failed too: no file"),
    (
      .function(name: "vat", isExtension: true, call: call),
      "in extension function 'vat', called from 'price/vat(#1)'"
    ),
    (
      .function(name: "vat", isExtension: false, call: .init(binding: "vat()", property: property)),
      "in function 'vat', called from 'vat()' in cell 'detailPath' of 'books'"
    ),
    (.binding(call), "called from 'price/vat(#1)'"),
    (.property(property), "in cell 'detailPath' of 'books'"),
    (.property(.init(owner: "books", property: "titleTap")), "in 'titleTap' of 'books'"),
    (.computedProperty("Book.broken"), "in computed property Book.broken"),
    (.hook("Book:managed"), "in Book:managed"),
    (.dialogButton("buttons[1]"), "in buttons[1].tap"),
    (.timer(startedAt: nil), "in a timer"),
    (.timer(startedAt: place), "in a timer that was started at app.lua:7"),
    (.observer(path: "name", registeredAt: nil), "in an observer of \"name\""),
    (.observer(path: "name", registeredAt: place), "in an observer of \"name\" that was registered at app.lua:7"),
    (.patchObserver, "in an observer of patches"),
    (.document("models/a.json"), "while reading models/a.json"),
    (.command(place), "in the command at app.lua:7"),
    (.screen("╭─ books\n╰─"), "╭─ books\n╰─"),
    (.storedState("the file was not changed"), "the file was not changed"),
  ]

  @Test(arguments: cases.indices)
  func text(_ index: Int) {
    let (note, text) = Self.cases[index]
    #expect(note.description == text)
  }

  @Test func `a diagnostic shows its notes below its message, each indented`() {
    let diagnostic = Diagnostic("test.failed", "it failed", place: Self.place)
      .appending(.frame(.init(file: "app.lua", line: 7, function: .mainChunk)))
      .appending(.screen("one\ntwo"))
    #expect(
      diagnostic.description == """
        app.lua:7: it failed
            app.lua:7: in main chunk
            one
            two
        """)
  }
}
