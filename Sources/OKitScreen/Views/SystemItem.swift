/// A bar button with a standard title and image, by its name in UIKit.
package enum SystemItem: String, Sendable, Hashable, CaseIterable {
  case add, done, edit, cancel, save, action, organize, compose, reply, camera, bookmarks, search, refresh, stop, trash
  case play, pause, rewind, fastForward

  package static let names = allCases.map(\.rawValue)
  package static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The key of its title, which is the title in English.
  package var title: String {
    self == .fastForward ? "Fast Forward" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// The name of its image; nil for the buttons that show their titles.
  package var image: String? {
    switch self {
    case .done, .edit, .cancel, .save: nil
    default: rawValue
    }
  }

  /// The image on a screen as text.
  var sign: String? {
    switch self {
    case .add: "+"
    case .action: "↥"
    case .organize: "▤"
    case .compose: "✎"
    case .reply: "↩"
    case .camera: "◉"
    case .bookmarks: "☆"
    case .search: "⌕"
    case .refresh: "↻"
    case .stop: "✕"
    case .trash: "⌫"
    case .play: "▶"
    case .pause: "‖"
    case .rewind: "«"
    case .fastForward: "»"
    case .done, .edit, .cancel, .save: nil
    }
  }
}
