/// Makes the errors of a locator that matches no element, or several.
struct LocatorFailure {
  let locator: Locator
  /// The kind of element: `row`, `option`.
  let thing: String
  /// Where: `on "books"`.
  let place: String
  let screen: Screen
  /// Says where the text of the locator is instead. Called for a message only: finding out takes long.
  private let hint: () -> String?
  /// How to name one of several elements.
  var hintForSeveral = Locator.hintForSeveral
  /// The name of the dialog that covers the place.
  private let dialog: String?

  /// - Parameters:
  ///   - place: nil for the screen.
  ///   - hint: Where the text of the locator is instead.
  init(
    _ locator: Locator, _ thing: String, in place: String? = nil, _ screen: Screen,
    hint: @escaping @autoclosure () -> String? = nil
  ) {
    (self.locator, self.thing, self.screen, self.hint) = (locator, thing, screen, hint)
    dialog = place == nil ? screen.dialogName : nil
    self.place = place ?? "on \"\(screen.name)\""
  }

  /// Returns the one element that matches.
  ///
  /// - Parameters:
  ///   - all: the names of all elements.
  ///   - describe: describes a match, for a message about several.
  /// - Throws: `locator.none`, `locator.ambiguous`.
  func one<Element>(
    of fitting: [Element], all: @autoclosure () -> [String], describe: (Element) -> String
  ) throws -> Element {
    if let index = locator.index, !fitting.isEmpty {
      guard index > 0, index <= fitting.count else {
        guard index > 0 else { throw none(all(), "there is no \(thing) \(index) \(place): they count from 1") }
        guard locator != Locator(index: index) else {
          let count = fitting.count == 1 ? "there is only one" : "there are only \(fitting.count)"
          throw none(all(), "there is no \(thing) \(index) \(place): \(count)")
        }
        let count = fitting.count == 1 ? "only one matches" : "only \(fitting.count) match"
        throw none(all(), "no \(thing) matches \(locator) \(place): \(count)")
      }
      return fitting[index - 1]
    }
    guard fitting.count > 1 else {
      guard let element = fitting.first else {
        throw none(all(), isEmpty ? "there is no \(thing) \(place)" : "no \(thing) matches \(locator) \(place)")
      }
      return element
    }
    let things = Self.list(fitting.prefix(Self.shown).map(describe), of: fitting.count)
    throw Diagnostic(
      "locator.ambiguous", "\(isEmpty ? "\"\(thing)\"" : "\(locator)") matches \(fitting.count) elements: \(things)",
      hint: hintForSeveral, notes: [.screen(of: screen)])
  }

  /// The number of rows that the screen does not hold, of a long list.
  private var otherRows: Int {
    guard thing.contains("row"), let window = screen.window else { return 0 }
    return max(0, window.total - screen.rowCount)
  }

  /// Whether the locator only says which kind of element it is.
  private var isEmpty: Bool { locator == Locator() }

  private func none(_ names: [String], _ message: String) -> Diagnostic {
    guard !screen.isCovered else { return .covered }
    if let dialog { return none(message, below: dialog) }
    let proposals = NearestName.proposals(for: locator.text ?? "", in: names)
    // An option can be empty.
    let nearest = Self.each(proposals + names, keepingEmpty: thing == "option")
    let there =
      nearest.isEmpty
      ? "none is available"
      : "available: \(Self.list(nearest.prefix(Self.shown).map(PrintableText.quoted), of: nearest.count + otherRows))"
    return Diagnostic(
      "locator.none", "\(message); \(there)",
      hint: hint() ?? NearestName.hint(proposing: proposals.filter { $0 != locator.text })
        ?? locator.text.flatMap { NearestName.hint(for: $0, in: names.filter { $0 != locator.text }) }
        ?? (Self.partsOfScreens.contains(thing) ? nil : screen.hintForCells),
      notes: [.screen(of: screen)])
  }

  /// The kinds of elements that are no cells.
  private static let partsOfScreens: Set = ["column", "option", "row", "section", "tab"]

  /// What a dialog covers cannot be operated, so that the message is about the dialog.
  private func none(_ message: String, below dialog: String) -> Diagnostic {
    let (fields, actions) = (screen.alert?.fields.map(\.shownName) ?? [], screen.dialogActions.map(\.title))
    let matches = TextMatches<Void>(locator.text ?? "")
    for (names, kind) in [(fields, "a field"), (actions, "an action")] {
      guard let name = names.first(where: matches.fits) else { continue }
      return Diagnostic(
        "locator.none", "\(PrintableText.quoted(name)) is \(kind) of the \(dialog), which covers the screen",
        hint: kind == "a field" ? "type a text into it" : "tap it", notes: [.screen(of: screen)])
    }
    // Only those that the same command can name: a row is none of them.
    let names = thing == "cell" ? fields : thing == "row" ? [] : actions
    let proposals = NearestName.proposals(for: locator.text ?? "", in: names)
    return Diagnostic(
      "locator.none", "the \(dialog) is open and covers the screen; \(message)",
      hint: NearestName.hint(proposing: proposals)
        ?? NearestName.hint(for: locator.text ?? "", in: names)
        ?? (thing == "cell" && !fields.isEmpty
          ? "its fields are \(PrintableText.list(Self.each(fields)))"
          : DialogAction.answerHint(screen.dialogActions)),
      notes: [.screen(of: screen)])
  }

  /// The number of names in a message.
  private static let shown = 12

  private static func list(_ names: [String], of count: Int) -> String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }

  private static func each(_ names: [String], keepingEmpty: Bool = false) -> [String] {
    var seen: Set<String> = []
    return names.filter { (keepingEmpty || !$0.isEmpty) && seen.insert($0).inserted }
  }
}

extension Screen {
  /// Says how cells of a grid are named; nil on any other screen.
  var hintForCells: String? {
    guard kind == .grid else { return nil }
    let column = PrintableText.quoted(columns.first?.title ?? "Name")
    return "a cell is named by its row and column: app:cell(2, \(column)), in a session 2, \(column)"
  }
}
