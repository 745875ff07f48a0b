internal import NIOHTTP1

/// Answers requests, which have been let in.
struct Router {
  let server: LiveServer

  /// Returns whether a request needs the token: the files of the page do not.
  func needsToken(_ path: String) -> Bool { !server.assets.contains(path) }

  /// Returns the answer to a request.
  func respond(to head: HTTPRequestHead, _ body: [UInt8]) -> ServerResponse {
    do { return try answer(head, body) } catch let refusal as Refusal {
      return ServerResponse(refusal)
    } catch {
      let refusal = Refusal(.internalServerError, "live.request", error.asDiagnostic.message)
      return ServerResponse(refusal)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ body: [UInt8]) throws -> ServerResponse {
    guard let target = RequestTarget(head.uri) else {
      throw Refusal(.badRequest, "live.request", "the target of the request is not a path")
    }
    if let file = server.assets.response(target.path, to: head.headers) {
      try expect([.GET, .HEAD], head)
      return file
    }
    if let name = target.repeatedName {
      throw Refusal(.badRequest, "live.request", "the parameter \"\(name.prefix(100))\" is there more than once")
    }
    switch target.path {
    case "/screen":
      try expect([.GET, .HEAD], head)
      return try screen(target)
    case "/action":
      try expect([.POST], head)
      return try action(target, body)
    case "/image":
      try expect([.GET, .HEAD], head)
      return try image(target)
    case "/socket":
      try expect([.GET], head)
      try expect(parameters: [], target)
      if let refusal = server.refusalOfSocket { throw refusal }
      throw Refusal(.upgradeRequired, "live.request", "this is a WebSocket; its subprotocol is okit.1")
    default:
      throw Refusal(
        .notFound, "live.request", "there is no \"\(target.path.prefix(100))\"",
        hint: NearestName.hint(for: target.path, in: ["/screen", "/action", "/image", "/socket"]))
    }
  }

  private func expect(_ methods: [HTTPMethod], _ head: HTTPRequestHead) throws {
    guard !methods.contains(head.method) else { return }
    let names = methods.map(\.rawValue).joined(separator: " or ")
    var refusal = Refusal(
      .methodNotAllowed, "live.request", "\(head.method.rawValue) is not possible here; use \(names)")
    refusal.allowedMethods = methods.map(\.rawValue)
    throw refusal
  }

  private func live() throws -> LiveApplication {
    if let live = server.live { return live }
    throw Refusal(.conflict, "app.covered", "the application waits for the passphrase of its models")
  }

  private static func missing(_ window: String?, in live: LiveApplication) -> Refusal {
    let name = window ?? ""
    return Refusal(
      .notFound, "live.window", "there is no window \"\(name.prefix(100))\"",
      hint: NearestName.hint(for: name, in: live.windowNames))
  }

  /// Rejects parameters that a resource does not have.
  private func expect(parameters names: [String], _ target: RequestTarget) throws {
    for name in target.query.keys.sorted() where !names.contains(name) {
      let expected = names.isEmpty ? "there are none here" : "expected \(names.joined(separator: ", "))"
      throw Refusal(
        .badRequest, "live.request", "unknown parameter \"\(name.prefix(100))\"; \(expected)",
        hint: NearestName.hint(for: name, in: names))
    }
  }

  // MARK: Resources

  private func screen(_ target: RequestTarget) throws -> ServerResponse {
    try expect(parameters: ["format", "width", "window"], target)
    let format = try format(target)
    let (live, name) = (try live(), target.query["window"])
    guard let (revision, screen, view) = try live.screen(of: name) else { throw Self.missing(name, in: live) }
    switch format {
    case .json: return try ServerResponse(json: ServerMessage.screen(revision: revision, screen).jsonValue)
    case .text(let columns):
      let width = columns ?? view.map { $0.width / Self.pixelsPerColumn } ?? 72
      let text = live.application.runtime.text(
        of: screen.screen, width: min(max(width, Screen.leastWidth), Self.columns.upperBound))
      return ServerResponse(type: "text/plain; charset=utf-8", Array((text + "\n").utf8))
    }
  }

  private enum ScreenFormat {
    case json
    /// With this number of columns, or those of the window.
    case text(columns: Int?)
  }

  private func format(_ target: RequestTarget) throws -> ScreenFormat {
    let (format, width) = (target.query["format"] ?? "json", target.query["width"])
    switch format {
    case "json":
      guard width == nil else {
        throw Refusal(.badRequest, "live.request", "\"width\" is for the text form", hint: "add format=text")
      }
      return .json
    case "text":
      guard let width else { return .text(columns: nil) }
      guard let columns = Int(width), Self.columns.contains(columns) else {
        throw Refusal(
          .badRequest, "live.request",
          "\"\(width.prefix(20))\" is not a number of columns; expected 1 to \(Self.columns.upperBound)")
      }
      return .text(columns: columns)
    default:
      throw Refusal(
        .badRequest, "live.request", "unknown format \"\(format.prefix(20))\"; expected json or text",
        hint: NearestName.hint(for: format, in: ["json", "text"]))
    }
  }

  private static let columns = 1...1000
  private static let pixelsPerColumn = 8

  private func action(_ target: RequestTarget, _ body: [UInt8]) throws -> ServerResponse {
    try expect(parameters: ["window"], target)
    let (live, name) = (try live(), target.query["window"])
    let action: JSONValue
    let instance: Int?
    do {
      let json = try JSONValue.parse(body, called: "the body of the request")
      let members = try JSONMembers(json, "the body of a request")
      try json.reject(membersBut: ["action", "instance"], of: "the body of a request")
      action = try members.required("action") { key throws(Diagnostic) in members[key] }
      instance = try members.int("instance")
    } catch {
      let cause = error.asDiagnostic
      throw Refusal(.badRequest, "live.message", cause.message, hint: cause.hint)
    }
    guard let answer = live.perform(action, instance: instance, window: name) else {
      throw Self.missing(name, in: live)
    }
    return try ServerResponse(json: answer.jsonValue)
  }

  private func image(_ target: RequestTarget) throws -> ServerResponse {
    try expect(parameters: ["id"], target)
    guard let id = target.query["id"] else {
      throw Refusal(.badRequest, "live.request", "the parameter \"id\" is missing")
    }
    let runtime = try live().application.runtime
    if runtime.isCovered { throw Refusal(.conflict, "app.covered", "the application is covered") }
    guard let image = runtime.imageBytes(id) else {
      throw Refusal(.notFound, "live.request", "there is no image \"\(id.prefix(100))\"")
    }
    let format = image.format ?? ""
    return ServerResponse(type: Self.imageTypes.contains(format) ? format : "application/octet-stream", image.bytes)
  }

  /// What browsers show as images.
  private static let imageTypes: Set = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "image/svg+xml",
  ]
}
