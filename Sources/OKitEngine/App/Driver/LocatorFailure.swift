/// Makes the errors of a locator that matches no element, or several.
struct LocatorFailure {
  let locator: Locator
  /// The kind of element: `row`, `option`.
  let thing: String
  /// Where: `on "books"`.
  let place: String
  let screen: Screen

  /// - Parameter place: nil for the screen.
  init(_ locator: Locator, _ thing: String, in place: String? = nil, _ screen: Screen) {
    (self.locator, self.thing, self.screen) = (locator, thing, screen)
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
      hint: "select one with kind, section, detail or index", notes: [.screen(of: screen)])
  }

  /// Whether the locator only says which kind of element it is.
  private var isEmpty: Bool { locator == Locator() }

  private func none(_ names: [String], _ message: String) -> Diagnostic {
    guard !screen.isCovered else { return .covered }
    let nearest = Self.nearestFirst(names, to: locator.text ?? "")
    let there =
      nearest.isEmpty
      ? "none is available"
      : "available: \(Self.list(nearest.prefix(Self.shown).map(PrintableText.quoted), of: nearest.count))"
    return Diagnostic(
      "locator.none", "\(message); \(there)",
      hint: locator.text.flatMap { NearestName.hint(for: $0, in: names.filter { $0 != locator.text }) },
      notes: [.screen(of: screen)])
  }

  /// The number of names in a message.
  private static let shown = 12

  private static func list(_ names: [String], of count: Int) -> String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }

  /// Each name once: the nearest ones, then the others in their order.
  private static func nearestFirst(_ names: [String], to text: String) -> [String] {
    var seen: Set<String> = []
    var rest = names.filter { !$0.isEmpty && seen.insert($0).inserted }
    var nearest: [String] = []
    while nearest.count < 3, let name = NearestName.nearest(to: text, in: rest) {
      nearest.append(name)
      rest.removeAll { $0 == name }
    }
    return nearest + rest
  }
}
