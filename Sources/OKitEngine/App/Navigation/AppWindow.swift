/// A window of an application: its own place among the screens, its own menu and dialogs. Models, history, clock, cover
/// and theme belong to the application.
///
/// What a person chooses on a screen, such as a search, belongs to its controller, and so to one window.
package final class AppWindow {
  /// The number of the window among all that the application has opened, from 1.
  package let number: Int
  let container: WindowContainer
  package let dialogs = DialogQueue()
  var lastScreen: LastScreen?

  init(_ number: Int, _ container: WindowContainer) { (self.number, self.container) = (number, container) }

  /// The controller that the user sees.
  package var top: Controller? { container.top }

  /// The names of the controllers on the way to the one that is shown, the lowest first: those of the content, of the
  /// open menu, and of what is presented.
  package var stack: [String] { container.names }

  /// The rows of a long list to which the user has scrolled; nil for the first ones.
  package var scrolledRows: Range<Int>? { top?.scrolledRows }
}
