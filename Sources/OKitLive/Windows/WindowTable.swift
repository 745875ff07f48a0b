/// The windows of an application by name. One without a renderer stays for an hour.
package final class WindowTable {
  private struct Entry {
    let window: LiveWindow
    /// When it is closed; nil for one that has a renderer.
    var expiry: ContinuousClock.Instant?
  }

  private static let lifetime = Duration.seconds(3600)
  private static let maximumWithoutRenderer = 100

  private let limits: LiveWindow.Limits
  private let makeContent: (LiveWindow?) throws -> any WindowContent
  private let report: (Diagnostic) -> Void
  private var entries: [String: Entry] = [:]
  private var lastNumber = 0

  /// - Parameters:
  ///   - makeContent: Opens a window, at the same place as another one if that is given.
  ///   - report: Gets the problems of windows that are closed.
  init(
    _ limits: LiveWindow.Limits, _ makeContent: @escaping (LiveWindow?) throws -> any WindowContent,
    report: @escaping (Diagnostic) -> Void
  ) {
    (self.limits, self.makeContent, self.report) = (limits, makeContent, report)
  }

  var names: [String] { entries.keys.sorted() }

  /// All windows, in no order.
  var all: [LiveWindow] { entries.values.map(\.window) }

  subscript(name: String) -> LiveWindow? { entries[name]?.window }

  /// Adds a window that stays open.
  func add(_ name: String, _ content: any WindowContent) {
    entries[name] = Entry(window: LiveWindow(name, content, limits: limits))
  }

  /// Opens a window.
  ///
  /// - Parameter other: The window whose place it gets; nil for the first screen.
  /// - Throws: What opening a window of the application throws.
  func open(copying other: LiveWindow? = nil) throws -> LiveWindow {
    let content = try makeContent(other)
    lastNumber += 1
    let window = LiveWindow("w\(lastNumber)", content, limits: limits)
    entries[window.id] = Entry(window: window)
    return window
  }

  func close(_ window: LiveWindow) {
    guard entries.removeValue(forKey: window.id) != nil else { return }
    do { try window.content.close() } catch { report(error.asDiagnostic) }
  }

  func didConnect(_ window: LiveWindow) { entries[window.id]?.expiry = nil }

  /// Begins the time after which the window is closed.
  func didDisconnect(_ window: LiveWindow, at now: ContinuousClock.Instant) {
    entries[window.id]?.expiry = now + Self.lifetime
    let waiting = entries.values.filter { $0.expiry != nil }
    guard waiting.count > Self.maximumWithoutRenderer, let oldest = waiting.min(by: Self.isOlder) else { return }
    close(oldest.window)
  }

  private static func isOlder(_ a: Entry, _ b: Entry) -> Bool {
    guard let left = a.expiry, let right = b.expiry else { return a.expiry != nil }
    return left < right
  }

  var nextExpiry: ContinuousClock.Instant? { entries.values.lazy.compactMap(\.expiry).min() }

  func closeExpired(at now: ContinuousClock.Instant) {
    for entry in entries.values { if let expiry = entry.expiry, expiry <= now { close(entry.window) } }
  }
}
