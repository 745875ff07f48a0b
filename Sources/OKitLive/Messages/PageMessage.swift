/// A message from a page, or another renderer in a process of its own, to the server.
package enum PageMessage: Sendable, Hashable {
  case hello(Hello)
  case act(Act)
  /// The range of a long list that is visible.
  case rows(Range<Int>)
  /// The first column to show of a wide grid.
  case columns(from: Int)
  case view(PageView)
  /// The passphrase of encrypted models.
  case passphrase(String)
  case inspect(InspectorRequest)
  case bye(reason: String)

  /// The first message of a page.
  package struct Hello: Sendable, Hashable {
    package var version: Int
    /// The window that the page had before, and the process of the server that had it.
    package var window: String?
    package var epoch: String?
    /// The revision of the screen that the page has.
    package var seen: Int?
    package var view: PageView?

    package init(
      version: Int = LiveProtocol.version, window: String? = nil, epoch: String? = nil, seen: Int? = nil,
      view: PageView? = nil
    ) {
      (self.version, self.window, self.epoch, self.seen, self.view) = (version, window, epoch, seen, view)
    }
  }

  /// An action of a person.
  package struct Act: Sendable, Hashable {
    /// The number of the action in its window, from 1.
    package var number: Int
    /// The instance of the screen that the person saw; nil for a cover, which has none.
    package var instance: Int?
    /// The action, which is read when it is performed: a mistake in it is an answer to this action.
    package var action: JSONValue

    package init(number: Int, instance: Int?, action: JSONValue) {
      (self.number, self.instance, self.action) = (number, instance, action)
    }
  }
}

/// What a person sees of a page.
package struct PageView: Sendable, Hashable {
  /// Whether the tab is shown.
  package var isVisible: Bool
  /// The width in CSS pixels.
  package var width: Int

  package init(isVisible: Bool, width: Int) { (self.isVisible, self.width) = (isVisible, width) }
}

package enum LiveProtocol {
  /// The version that `hello` names.
  package static let version = 1
  /// The number of rows that `rows` may ask for.
  package static let maximumRows = 1000
}
