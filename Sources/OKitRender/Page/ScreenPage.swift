internal import OKitPages

/// A screen as a page: one HTML file without a script, in the style of the live page.
///
/// Nothing on it can be operated. Texts of models are text, and a browser loads nothing for it.
package struct ScreenPage {
  /// What is known of a screen besides its parts.
  package struct Surroundings {
    /// The language of the application as HTML names it, such as `de-DE`.
    package var language = "en"
    package var isRightToLeft = false
    /// Whether the screen has a button that leads back.
    package var canGoBack = false
    /// The width in CSS pixels; nil for that of the window.
    package var width: Int?
    /// Returns the bytes of an image with an id and their media type.
    package var image: (String) -> (bytes: [UInt8], format: String?)? = { _ in nil }

    package init() {}
  }

  let screen: Screen
  let surroundings: Surroundings
  let theme: PageTheme
  let words: ScreenWords
  /// The declarations of classes that only this page has, in the order of their numbers.
  private var declarations: [String] = []

  package init(_ screen: Screen, _ surroundings: Surroundings = Surroundings()) {
    (self.screen, self.surroundings) = (screen, surroundings)
    (theme, words) = (PageTheme(screen.theme), screen.words)
  }

  /// The page as a file.
  package var html: [UInt8] {
    var page = self
    let body = page.content()
    let top = screen.topmost
    let title = screen.cover?.text ?? (top.title.isEmpty ? top.name : top.title)
    return StaticPage(
      title: title, language: surroundings.language,
      attributes: " data-theme=\"\(screen.theme.isDark ? "dark" : "light")\""
        + (surroundings.isRightToLeft ? " dir=\"rtl\"" : ""),
      style: page.style, body: body.html + "\n"
    ).html
  }

  /// The class of an element with declarations of its own, which an attribute may not have on such a page.
  mutating func styled(_ declaration: String?) -> String? {
    guard let declaration else { return nil }
    if let known = declarations.firstIndex(of: declaration) { return "own-\(known)" }
    declarations.append(declaration)
    return "own-\(declarations.count - 1)"
  }

  private var style: String {
    let own = declarations.enumerated().map { ".own-\($0).own-\($0) { \($1) }\n" }.joined()
    let width = surroundings.width.map { "body { width: \($0)px; margin-inline: auto; }\n" } ?? ""
    return PageFiles.style + Self.still + ":root { \(theme.declarations) }\n" + width + own
  }

  /// The page is as high as the screen, and nothing on it moves.
  private static let still = """
    html, body { height: auto; min-height: 100%; }
    body { overflow: auto; position: relative; }
    *, *::before, *::after { animation: none !important; transition: none !important; }
    button, input, select, textarea, .row.is-tappable, .segment { cursor: default !important; }
    .app, .cover { height: auto; min-height: 100vh; }
    .app { grid-template-rows: 1fr auto; }
    .screen, .scroll-frame, .scroll { overflow: visible; }
    .list .section-header, .grid-head .grid-cell, .is-row-header { position: static; }
    .kind-grid .scroll { overflow: auto; }
    .covering {
      position: absolute; inset: 0; z-index: 4; background: rgb(8 10 20 / 48%); overflow: auto; padding-top: 6rem;
    }
    /* A page may be long: what covers it is where one looks first. */
    .covering > dialog { position: relative; margin: 0 auto; border-radius: 1.125rem; }
    .covering > .menu {
      position: absolute; inset-block: 0; inset-inline: 0 auto; margin: 0; height: auto; min-height: 100vh;
      border-radius: 0;
    }
    .covering > .help { width: auto; height: auto; padding: 1rem; background: none; align-items: flex-start; }\n
    """

  // MARK: Parts

  private mutating func content() -> Markup {
    if let cover = screen.cover { return self.cover(cover) }
    let tabs = tabs(screen.tabs)
    let app = Markup.element(
      "div", ["app", tabs == nil ? nil : "has-tabs", "is-\(screen.kind.rawValue)"], [],
      [tabs, body(screen, isMain: true)])
    guard let menu = screen.menu else { return .joined([app] + covering(screen)) }
    let panel = Markup.element("dialog", ["menu"], [("open", "")], [body(menu, isMain: false)])
    return .joined([app, .element("div", ["covering"], [], [panel])] + covering(menu))
  }

  /// The bars and the rows of the screen, or of its menu.
  private mutating func body(_ screen: Screen, isMain: Bool) -> Markup {
    let head = Markup.element("div", ["screen-head"], [], [header(screen, isMain: isMain), search(screen)])
    let stopped = screen.stopped.map { Markup.element("p", ["stopped"], [], [.text($0)]) }
    let rows = Markup.element("div", ["space"], [], [.element("div", ["slab"], [], [self.rows(screen)])])
    let index = index(screen)
    return .element(
      isMain ? "main" : "div",
      [
        "screen", screen.isEditing ? "is-editing" : nil, "kind-\(screen.kind.rawValue)",
        index == nil ? nil : "has-index",
      ], [],
      [
        head, stopped, columns(screen),
        .element("div", ["scroll-frame"], [], [.element("div", ["scroll"], [], [rows]), index]), keyboard(screen),
        toolbar(screen),
      ])
  }

  private mutating func rows(_ screen: Screen) -> Markup {
    let rows =
      switch screen.kind {
      case .views: views(screen)
      case .grid: grid(screen)
      case .detail: form(screen)
      case .list, .selection, .menu: list(screen)
      }
    let isEmpty = screen.sections.allSatisfy(\.rows.isEmpty)
    guard isEmpty, screen.kind != .detail, screen.kind != .views, !screen.activity else {
      return .joined([rows, position(screen)])
    }
    return .joined([rows, .element("p", ["empty"], [], [.text(words[.noEntries])])])
  }

  /// Which rows of a long list are shown.
  private func position(_ screen: Screen) -> Markup? {
    screen.window.map { window in
      let last = window.from + screen.rowCount
      return .element("p", ["empty"], [], [.text(words.position(ofRows: window.from + 1, last, of: window.total))])
    }
  }

  private mutating func cover(_ cover: Cover) -> Markup {
    let image = cover.image.map { namedImage($0, "is-huge") }
    let text = Markup.element("h1", ["title"], [], [.text(cover.text ?? words[.protected])])
    let hint = Markup.element("p", ["muted"], [], [.text(words[.tapToAuthenticate])])
    return .element("div", ["cover"], [], [.element("div", ["cover-button"], [], [image, text, hint])])
  }
}
