import OKitInspector
import OKitTestSupport

/// An application whose Inspector a page has opened.
struct InspectedApplication {
  let live: LiveApplication
  let inspector: Inspector
  let page: TestPage

  init(_ text: String = books, documents: String? = nil, opens: Bool = true) throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.parts = .everything
    options.seed = 1
    options.documents = documents
    options.print = { _ in }
    options.onReport = { _ in }
    let application = try LuaApplication(text: text, options: options)
    live = LiveApplication(application)
    inspector = Inspector(application, prompt: EchoPrompt())
    live.inspector = inspector
    page = TestPage(live)
    try page.send(.hello(.init()))
    if opens { _ = try ask("open") }
  }

  /// Returns the answer to a request.
  ///
  /// - Throws: The error of the answer, and a mismatch without one.
  @discardableResult
  func ask(_ name: String, _ arguments: JSONValue = [:], of other: TestPage? = nil) throws -> JSONValue {
    let page = other ?? page
    let number = page.messages.count
    try page.send(.inspect(InspectorRequest(number: number, name: name, arguments: arguments)))
    let answers = page.messages.dropFirst(number).filter { $0["type"] == "inspected" }
    guard answers.count == 1, let answer = answers.first, answer["id"] == .int(number) else {
      throw Mismatch("\(answers.count) answers to \(name)")
    }
    if let error = answer["error"] { throw try Diagnostic(json: error) }
    return answer["result"] ?? .null
  }

  /// Returns the code of the error with which a request is answered; nil if it is not.
  func failure(_ name: String, _ arguments: JSONValue = [:]) throws -> Diagnostic.Code? {
    do { try ask(name, arguments) } catch let error as Diagnostic { return error.code }
    return nil
  }

  /// The identifier of a row of the page.
  func row(_ number: Int) throws -> String {
    guard case .string(let id)? = page.copy?.screen["sections"]?.first?["rows"]?.elements[number]["id"] else {
      throw Mismatch("no row \(number)")
    }
    return id
  }

  /// A list of books, which notes what runs.
  static let books = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", {
      title = "", pages = 0, code = t.string { secret = true },
      long = t.computed(function(self) return self.pages > 300 end),
    })
    local Shop = okit.Model:extend("Shop", { books = t.list(Book), tags = t.list(t.string), notes = 0 })
    function Shop:add() self.notes = self.notes + 1 end
    okit.Model.initialize(function()
      local shop = okit.Model.register(Shop)
      shop.tags = { "new" }
      for number = 1, 250 do shop.books:add({ title = "Book " .. number, pages = number }) end
      shop.books[1]:observe("title", function(new) okit.log.info("observed " .. new) end)
      okit.every(10, function() okit.log.info("timer") end, { history = false })
    end)
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", titlePath = "#Books",
      right = { okit.ModelBarButtonItem { title = "#Count", tap = "add()" } },
      cell = okit.ModelTableCell {
        path = "title",
        detailPath = "pages",
        segue = "book",
      },
    })
    okit.ModelDetailTableController:extend("book", {
      titlePath = "title",
      sections = { { cells = { okit.ModelTextCell { path = "#Title", textPath = "title" } } } },
    })
    """
}

/// Answers what it is asked.
final class EchoPrompt: InspectorPrompt {
  func run(_ text: String, inWindow number: Int) -> PromptAnswer {
    PromptAnswer(.done, [.init(isError: false, text: "\(number): \(text)")])
  }

  func completion(of text: String, inWindow number: Int) -> (start: Int, candidates: [String]) {
    (text.count, ["\(text)!"])
  }
}

extension JSONValue {
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  var first: JSONValue? { elements.first }
}
