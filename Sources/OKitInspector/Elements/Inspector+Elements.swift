/// What the elements of a screen are made of, and what they read.
extension Inspector {
  func element(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let id = try element(arguments)
    let window = try window(page)
    let found = try runtime.inspect(id, in: window)
    let screen = try application.screen(ofWindow: page.window).topmost
    var members: [String: JSONValue] = [
      "element": .string(id.description), "stack": .array(found.stack.map(JSONValue.string)),
      "controller": json(found.controller), "parts": .array(found.parts.map(json)),
      "reports": .array(found.reports.map(json)),
    ]
    let entity = id.row?.entity ?? (found.parts.first ?? found.controller).context
    members["entity"] = entity.flatMap(json)
    members["test"] = (Self.action(on: id).map { ActionStatement($0, on: screen).line }).map(JSONValue.string)
    return .object(members)
  }

  func element(_ arguments: JSONMembers) throws -> ElementID {
    let text = try arguments.required("element") { key throws(Diagnostic) in try arguments.string(key) }
    if let id = ElementID(text) { return id }
    throw Diagnostic("live.message", "\"\(text.prefix(100))\" is not an element of a screen")
  }

  private static func action(on id: ElementID) -> ScreenAction? {
    if case .control(let row) = id { .tapRow(row) } else { ScreenAction(tapping: id) }
  }

  func window(_ page: InspectingPage) throws -> AppWindow {
    guard let window = runtime.window(numbered: page.window) else { throw Diagnostic.closedWindow(page.window) }
    return window
  }

  private func json(_ part: InspectedPart) -> JSONValue {
    let properties = part.properties.map { property in
      var members: [String: JSONValue] = [
        "name": .string(property.name), "text": .string(runtime.store.secrets.shown(property.text)),
        "kind": .string(property.kind.rawValue),
      ]
      members["place"] = application.place(of: property.origin).map(json)
      return JSONValue.object(members)
    }
    var members: [String: JSONValue] = [
      "name": .string(part.name), "class": .string(part.builtIn), "properties": .array(properties),
    ]
    members["place"] = part.place.map(json)
    return .object(members)
  }

  private func json(_ place: Diagnostic.Place) -> JSONValue {
    ["file": .string(place.file), "line": .int(place.line)]
  }

  private func json(_ report: BindingReport) -> JSONValue {
    guard case .object(var members) = report.jsonValue else { return .null }
    members["text"] = .string(report.text)
    return .object(members)
  }

  private func json(_ entity: EntityID) -> JSONValue? {
    guard let path = runtime.store.path(of: entity), let type = runtime.store.type(of: entity) else { return nil }
    return [
      "path": .string(path), "class": .string(type.name), "id": .string(runtime.store.id(of: entity) ?? ""),
    ]
  }

  // MARK: From the model to the elements

  func readers(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let path = try arguments.required("path") { key throws(Diagnostic) in try arguments.string(key) }
    let window = try window(page)
    let screen = try application.screen(ofWindow: page.window).topmost
    let elements: [ElementID] =
      screen.sections.flatMap(\.rows).flatMap { [$0.id] + $0.cells.map(\.id) }.map { .row(.id($0)) }
      + screen.barButtons.map { .barButton($0.id) } + screen.views.indices.map { .view($0) }
    func reads(_ report: BindingReport) -> Bool {
      report.reads.contains { $0 == path || $0.hasPrefix(path + "/") }
    }
    var found = try elements.filter { try runtime.reports(of: $0, in: window).contains(where: reads) }
    if try runtime.reports(of: nil, in: window).contains(where: reads) { found.append(.title) }
    return .array(found.map { .string($0.description) })
  }

  /// Returns the elements of a window whose bindings have run since a turn.
  func ran(after turn: Int, _ page: InspectingPage) -> [ElementID] {
    do {
      let screen = try application.screen(ofWindow: page.window).topmost
      return runtime.elements(of: screen, in: try window(page), ranAfter: turn)
    } catch {
      // A window that was closed meanwhile shows nothing.
      return []
    }
  }
}
