// The Inspectors of pages.

extension LiveApplication {
  /// Answers a request of an Inspector: only with an error while the application is covered.
  func inspect(_ request: InspectorRequest, in window: LiveWindow, of connection: LiveConnection) {
    let reply = { [weak connection] (result: Result<JSONValue, Diagnostic>) in
      connection?.answer(.inspected(number: request.number, result)) ?? ()
    }
    guard let inspector, let page = page(connection, window) else { return reply(.failure(Self.notAvailable)) }
    do { try application.runtime.checkUncovered() } catch { return reply(.failure(error.asDiagnostic)) }
    inspector.answer(request, of: page) { [weak self] result in
      // What the request has changed comes first, as with actions.
      self?.settle()
      reply(result)
    }
  }

  private static let notAvailable = Diagnostic(
    "inspect.off", "the Inspector is not available", hint: "start the server without --no-inspect")

  private func page(_ connection: LiveConnection, _ window: LiveWindow) -> InspectingPage? {
    guard let number = (window.content as? ApplicationWindow)?.number else { return nil }
    return InspectingPage(connection: ObjectIdentifier(connection), window: number)
  }

  /// Sends to open Inspectors what has happened.
  func sendInspections() {
    guard let inspector, !application.runtime.isCovered else { return }
    for connection in connections {
      guard let window = connection.window, let page = page(connection, window), inspector.isOpen(page) else {
        continue
      }
      let news = inspector.news(for: page)
      if !news.isEmpty { connection.send(.inspection(news)) }
    }
  }

  func closeInspector(of connection: LiveConnection) {
    guard let inspector, let window = connection.window, let page = page(connection, window) else { return }
    let wasPast = application.runtime.isPast
    inspector.close(page)
    if wasPast, !application.runtime.isPast { settle() }
  }

  /// Shows the present state of the models again, to all renderers.
  func returnToPresent() {
    guard application.runtime.isPast else { return }
    application.runtime.endTravel()
    settle()
  }

  /// Performs an action in a window, and tells the Inspector.
  func performing(_ action: JSONValue, in window: LiveWindow, _ perform: () -> ServerMessage) -> ServerMessage {
    guard let inspector, let number = (window.content as? ApplicationWindow)?.number else { return perform() }
    inspector.willPerform(action, inWindow: number)
    let answer = perform()
    if case .done(_, let error) = answer { inspector.didPerform(error, inWindow: number) }
    return answer
  }
}
