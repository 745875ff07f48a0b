/// The identifier of an element of a screen that the user can operate, as text for scripts and remote renderers.
///
/// | text | element |
/// |---|---|
/// | `entity:12.1`, `cell:3`, `row:0/2` | a row: of an entity, of a static cell, or by section and place |
/// | `cell:12.1.3` | a cell of a grid: of a row, by the key of its column |
/// | `entity:12.1:2`, `add:2` | a row of an entity in a section of a detail, and what adds an entity to the section |
/// | `entity:12.1/accessory` | the accessory of a row, or the button in its place |
/// | `entity:12.1/control` | the control of a row |
/// | `right:edit`, `left:0` | a button of a bar, built-in or the script's own |
/// | `title` | the title, or the view in its place |
/// | `view:0` | a view of a screen without rows |
/// | `tab:1` | a tab, by its index |
/// | `column:2` | the title of a column of a grid, by its index |
/// | `index:Z` | a title of the index beside a list |
/// | `search` | the search field |
/// | `help` | the help that covers the screen |
/// | `cover` | what covers the content: the cover of a protected application, or that beside the open menu |
/// | `key:next` | a button above the keyboard |
/// | `dialog:4/action:0`, `dialog:4/field:1` | an action and a field of a dialog |
package enum ElementID: Sendable, Hashable, LosslessStringConvertible {
  case row(ScreenAction.RowTarget)
  case accessory(ScreenAction.RowTarget)
  case control(ScreenAction.RowTarget)
  case barButton(BarButtonID)
  case title
  case view(Int)
  /// By its index.
  case tab(Int)
  /// The title of a column of a grid, by its index.
  case column(Int)
  /// By its title.
  case index(String)
  case search
  case help
  case cover
  case key(Keyboard.Key)
  case dialogPart(DialogPartID)

  package init?(_ text: String) {
    if let screenElement = Self.ofScreens[text] {
      self = screenElement
    } else if let view = Self.index("view", text) {
      self = .view(view)
    } else if let tab = Self.index("tab", text) {
      self = .tab(tab)
    } else if let column = Self.index("column", text) {
      self = .column(column)
    } else if text.hasPrefix("index:"), case let title = text.dropFirst("index:".count), !title.isEmpty {
      self = .index(String(title))
    } else if let row = ScreenAction.RowTarget(text) {
      self = .row(row)
    } else if text.hasSuffix("/accessory"), let row = ScreenAction.RowTarget(String(text.dropLast("/accessory".count)))
    {
      self = .accessory(row)
    } else if text.hasSuffix("/control"), let row = ScreenAction.RowTarget(String(text.dropLast("/control".count))) {
      self = .control(row)
    } else if let button = BarButtonID(text) {
      self = .barButton(button)
    } else if text.hasPrefix("key:"), let key = Keyboard.Key(rawValue: String(text.dropFirst("key:".count))) {
      self = .key(key)
    } else if let part = DialogPartID(text) {
      self = .dialogPart(part)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .row(let row): row.description
    case .accessory(let row): "\(row)/accessory"
    case .control(let row): "\(row)/control"
    case .barButton(let button): button.description
    case .title: "title"
    case .view(let number): "view:\(number)"
    case .tab(let index): "tab:\(index)"
    case .column(let index): "column:\(index)"
    case .index(let title): "index:\(title)"
    case .search: "search"
    case .help: "help"
    case .cover: "cover"
    case .key(let key): "key:\(key.rawValue)"
    case .dialogPart(let part): part.description
    }
  }

  private static let ofScreens: [String: ElementID] = [
    "title": .title, "search": .search, "help": .help, "cover": .cover,
  ]

  /// The row, or the cell of a grid, that the element is, or is a part of.
  package var row: RowID? {
    switch self {
    case .row(.id(let id)), .accessory(.id(let id)), .control(.id(let id)): id
    default: nil
    }
  }

  /// The number in a text such as `view:1`.
  private static func index(_ kind: String, _ text: String) -> Int? {
    guard text.hasPrefix("\(kind):"), let number = Int(text.dropFirst(kind.count + 1)), number >= 0,
      text == "\(kind):\(number)"
    else { return nil }
    return number
  }

  /// The words that identifiers begin with, for the nearest name.
  static let prefixes =
    [
      "entity", "cell", "add", "row", "view", "title", "tab", "column", "index", "search", "help", "cover", "key",
      "dialog",
    ]
    + BarButtonID.Bar.allCases.map(\.rawValue)

  /// The syntax of the identifiers of rows and of the cells of grids, for messages.
  static let rowForms = "entity:N.N, entity:N.N:N, cell:N, cell:N.N.N, add:N"

  /// The syntax of identifiers, for messages.
  static let forms =
    rowForms + ", row:N/N (with /accessory or /control), left:KEY, right:KEY, toolbar:KEY, view:N, title, tab:N, "
    + "column:N, index:TITLE, search, help, cover, key:NAME, dialog:N/action:N or dialog:N/field:N"
}

extension ScreenAction.RowTarget: LosslessStringConvertible {
  package init?(_ text: String) {
    if let id = RowID(text) {
      self = .id(id)
      return
    }
    guard text.hasPrefix("row:") else { return nil }
    let numbers = text.dropFirst("row:".count).split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let section = numbers[0], let row = numbers[1], section >= 0, row >= 0 else { return nil }
    self = .path(RowPath(section: section, row: row))
    guard description == text else { return nil }
  }

  package var description: String {
    switch self {
    case .id(let id): id.description
    case .path(let path): "row:\(path.section)/\(path.row)"
    }
  }
}
