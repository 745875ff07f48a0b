extension ComponentDescriptor {
  package static let webCell = declare(
    "ModelWebCell", .cell(WebCell.self), extends: tableCell, control: .web,
    functions: [.getPage], "A row with a web page."
  ) { webCellTable }

  package static let (webCellTable, webKeys) = properties(extending: tableCell) {
    (
      valuePath: $0.string("valuePath", fills: .control, "the URL of the page, or its HTML"),
      containsHTML: $0.bool(
        "containsHTML", default: "#false", effect: "control.mode", "whether the value is HTML instead of a URL"),
      dataPath: $0.dataPath()
    )
  }
}

extension Control.Kind {
  /// HTML stands as text below the row. A URL is shown as a link.
  package static let web = Control.Kind(
    "web", "web view", role: .document, edits: nil, driving: .readOnly("it only shows a page"),
    text: { control in
      guard control.mode == WebCell.Mode.url.rawValue, control.isFilled else { return "" }
      return control.printableText + " ↗"
    },
    lines: { control, width in
      guard control.mode == WebCell.Mode.html.rawValue, let text = control.text, !text.isEmpty else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { TextWidth.wrapped(TextWidth.printable(String($0)), to: width - 2) }
        .map { "┊ " + $0 }
    })
}

/// A web page in a row (`ModelWebCell`): sanitized HTML and its text, or a URL. Nothing is loaded.
package final class WebCell: Cell {
  override class var isReusable: Bool { true }

  override func prepareForReuse() {
    super.prepareForReuse()
    known = nil
  }

  /// What the value is.
  enum Mode: String, CaseIterable { case html, url }

  /// The longest HTML that is shown, in bytes.
  static let maximumLength = 1 << 20

  override func control(editing: Bool, isSelected: Bool) -> Control? {
    let isHTML = properties[ComponentDescriptor.webKeys.containsHTML]
    let page = page(isHTML: isHTML)
    var control = Control(
      kind: .web, value: page.map { .string($0.value) } ?? .null, isEnabled: false,
      mode: (isHTML ? Mode.html : .url).rawValue)
    control.text = page?.text
    return control
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    function == .getPage
      ? properties.value(ComponentDescriptor.webKeys.valuePath) : try super.inherited(function, arguments)
  }

  package override func edit(_ edit: ScreenAction.Edit, editing: Bool, isSelected: Bool) throws {
    throw impossible("only shows a page and cannot be changed")
  }

  // MARK: The page

  private struct Page {
    /// The sanitized HTML, or the URL.
    var value: String
    var text: String
  }

  /// What was read of a source, which is not read again until it changes.
  private var known: (source: Source, isHTML: Bool, page: Page?)?

  private struct Source: Equatable {
    var text: String
    /// In bytes. Only the beginning of bytes that are too long is in the text.
    var length: Int
  }

  private func page(isHTML: Bool) -> Page? {
    guard let source, source.length > 0 else { return nil }
    if let known, known.isHTML == isHTML, known.source == source { return known.page }
    let cost = min(source.length, Self.maximumLength) / 4
    guard !evaluator.store.isBudgetExhausted(after: cost) else { return nil }
    var page: Page?
    do { page = try Self.read(source, isHTML: isHTML) } catch {
      services.report(evaluator.problem(error.asDiagnostic, of: origin(ComponentDescriptor.webKeys.valuePath)))
    }
    known = (source, isHTML, page)
    return page
  }

  /// The text of the value; bytes are UTF-8.
  private var source: Source? {
    if let own = text(.getPage) { return own.map { Source(text: $0, length: $0.utf8.count) } }
    let key = ComponentDescriptor.webKeys.valuePath
    if case .data(let data) = properties.value(key) {
      let text = String(decoding: data.bytes.prefix(Self.maximumLength), as: UTF8.self)
      return Source(text: text, length: data.bytes.count)
    }
    return properties[key].map { Source(text: $0, length: $0.utf8.count) }
  }

  /// - Throws: `cell.size` for a text that is too long; `cell.url` for a URL that cannot be opened.
  private static func read(_ source: Source, isHTML: Bool) throws -> Page {
    guard source.length <= maximumLength else {
      throw Diagnostic(
        "cell.size", "the page has \(source.length) bytes; a web cell shows at most \(maximumLength)",
        hint: "show its URL instead")
    }
    if isHTML {
      let document = HTMLDocument(source.text)
      return Page(value: document.html, text: document.text)
    }
    // A page may link to a URL with blanks, which browsers repair; a text with blanks is not a URL here.
    if let address = WebAddress(source.text), !address.text.contains(where: { $0 == " " || $0 == "<" }) {
      return Page(value: address.text, text: address.text)
    }
    let isMarkup = source.text.utf8.contains(UInt8(ascii: "<"))
    throw Diagnostic(
      "cell.url", "\"\(source.text.prefix(60))\" is not a URL that can be opened",
      hint: isMarkup
        ? "set containsHTML for HTML"
        : "use a URL such as https://example.com; the schemes are " + WebAddress.schemes.joined(separator: ", "))
  }
}
