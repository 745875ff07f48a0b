/// What an Inspector asks for.
package struct InspectorRequest: Sendable, Hashable {
  /// The number by which the page knows the answer.
  package var number: Int
  package var name: String
  package var arguments: JSONValue

  package init(number: Int, name: String, arguments: JSONValue = [:]) {
    (self.number, self.name, self.arguments) = (number, name, arguments)
  }
}

/// A page, as an Inspector knows it.
package struct InspectingPage: Hashable {
  let connection: ObjectIdentifier
  /// The number of its window.
  package let window: Int
}

/// Answers what the Inspectors of pages ask. It is the developer's view of an application, which it does not change
/// unless it is asked to.
package protocol LiveInspector: AnyObject {
  /// Answers a request, now or later.
  ///
  /// - Parameters:
  ///   - reply: Takes the answer, once.
  func answer(
    _ request: InspectorRequest, of page: InspectingPage, _ reply: @escaping (Result<JSONValue, Diagnostic>) -> Void)

  /// Whether a page has opened its Inspector.
  func isOpen(_ page: InspectingPage) -> Bool

  /// Returns what an open Inspector has not been told yet; empty for nothing.
  func news(for page: InspectingPage) -> [String: JSONValue]

  /// A page is gone, or has closed its Inspector.
  func close(_ page: InspectingPage)

  /// An action of a person is about to be performed.
  func willPerform(_ action: JSONValue, inWindow number: Int)

  /// It was performed, or has failed.
  func didPerform(_ error: Diagnostic?, inWindow number: Int)
}
