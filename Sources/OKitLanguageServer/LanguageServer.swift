/// A language server for scripts of okit applications: bytes of a client in, bytes for the client out.
///
/// It answers requests at once. Checks, which take longer, wait until `check()` is called, so that the caller can
/// answer what has arrived in the meantime.
package final class LanguageServer {
  /// Whether the client has asked for the end.
  package private(set) var hasExited = false
  /// The exit status of a server that has ended: 0 if the client has announced it by `shutdown`, as the protocol
  /// demands.
  package var exitStatus: Int32 { phase == .shutDown ? 0 : 1 }

  private enum Phase { case new, initialized, shutDown }

  private let version: String
  private let workspace: Workspace
  private var reader = MessageReader()
  private var phase = Phase.new
  private var published = PublishedDiagnostics()
  private var outgoing: [UInt8] = []
  private let features = Dictionary(Feature.all.map { ($0.method, $0) }) { first, _ in first }
  /// Whether the client tells the server about changed files when asked.
  private var watchesFiles = false

  /// - Parameters:
  ///   - version: the version of okit.
  ///   - options: returns limits and permissions of the scripts that are checked.
  package init(version: String, options: @escaping () -> LuaApplication.Options) {
    self.version = version
    workspace = Workspace(options: options)
  }

  // MARK: Input

  /// Takes bytes of the client, and answers the messages in them.
  ///
  /// - Returns: the bytes for the client.
  package func receive(_ bytes: some Collection<UInt8>) -> [UInt8] {
    reader.append(bytes)
    var messages: [JSONRPC.Incoming] = []
    while let part = reader.next() {
      switch part {
      case .message(let body): messages.append(JSONRPC.read(body))
      case .invalid(let reason): messages.append(.invalid(id: .null, ResponseError(.parseError, reason)))
      }
    }
    let cancelled = Set(messages.compactMap(Self.cancelledID))
    for message in messages where !hasExited { handle(message, cancelled) }
    return takeOutgoing()
  }

  /// The request that a message cancels. One that was answered already is not waiting.
  private static func cancelledID(_ message: JSONRPC.Incoming) -> JSONValue? {
    guard case .notification("$/cancelRequest", let params) = message else { return nil }
    return params["id"]
  }

  /// Whether `check()` has something to do.
  package var needsCheck: Bool { phase == .initialized && !hasExited && workspace.needsCheck }

  /// Checks one application that has changed.
  ///
  /// - Returns: the bytes for the client: changed diagnostics.
  package func check() -> [UInt8] {
    guard needsCheck, workspace.check() != nil else { return [] }
    publish()
    return takeOutgoing()
  }

  private func publish() {
    for message in published.update(workspace) { send(message) }
    workspace.noteCoverage()
    sendNotes()
  }

  private func sendNotes() {
    for note in workspace.takeNotes() {
      send(JSONRPC.notification("window/showMessage", ["type": 3, "message": .string(note)]))
    }
  }

  private func send(_ message: JSONValue) {
    // Only numbers and depths that JSON does not have fail, which no answer contains.
    guard let body = try? message.jsonBytes() else { return }
    outgoing += JSONRPC.framed(body)
  }

  private func takeOutgoing() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  // MARK: Messages

  private func handle(_ message: JSONRPC.Incoming, _ cancelled: Set<JSONValue>) {
    switch message {
    case .request(let id, let method, let params):
      do throws(ResponseError) {
        if cancelled.contains(id) { throw ResponseError(.requestCancelled, "cancelled by the client") }
        send(JSONRPC.result(try answer(method, params), id: id))
        sendNotes()
        if method == "initialize" { phase = .initialized }
      } catch { send(JSONRPC.failure(error, id: id)) }
    case .notification(let method, let params):
      // A notification has no answer; one that makes no sense changes nothing.
      do throws(ResponseError) { try note(method, params) } catch { log(error.message) }
    case .response: break
    case .invalid(let id, let error): send(JSONRPC.failure(error, id: id))
    }
  }

  private func log(_ message: String) {
    send(JSONRPC.notification("window/logMessage", ["type": 2, "message": .string(message)]))
  }

  private func answer(_ method: String, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    switch (phase, method) {
    case (.new, "initialize"): return initialize(params)
    case (.new, _): throw ResponseError(.serverNotInitialized, "the first request is \"initialize\"")
    case (.shutDown, _): throw ResponseError(.invalidRequest, "the server was shut down")
    case (.initialized, "initialize"): throw ResponseError(.invalidRequest, "the server was initialized already")
    case (.initialized, "shutdown"):
      phase = .shutDown
      return .null
    case (.initialized, _):
      guard let feature = features[method] else {
        throw ResponseError(.methodNotFound, "unknown method \"\(method)\"")
      }
      return try feature.answer(workspace, params)
    }
  }

  private func note(_ method: String, _ params: JSONValue) throws(ResponseError) {
    if method == "exit" {
      hasExited = true
      return
    }
    guard phase == .initialized else { return }
    switch method {
    case "initialized": if watchesFiles { send(FileChanges.registration(workspace.coverage?.path)) }
    case "textDocument/didOpen":
      let document = try params.required("textDocument") { $0 }
      workspace.open(
        OpenDocument(
          uri: try document.required("uri", \.string), version: try document.required("version", \.integer),
          DocumentText(try document.required("text", \.string), workspace.encoding)))
    case "textDocument/didChange":
      let document = try params.required("textDocument") { $0 }
      let open = try workspace.document(try document.required("uri", \.string))
      try open.apply(
        try params.required("contentChanges", \.elements), version: document["version"]?.integer ?? open.version)
      if let path = open.path { workspace.changed(path) }
    case "textDocument/didSave":
      if let path = try workspace.document(try params.required("textDocument") { $0["uri"]?.string }).path {
        workspace.changed(path)
      }
    case "textDocument/didClose":
      workspace.close(try params.required("textDocument") { $0["uri"]?.string })
      publish()
    case "workspace/didChangeWatchedFiles": workspace.changedAll()
    default: break
    }
  }

  // MARK: Initialization

  private func initialize(_ params: JSONValue) -> JSONValue {
    let offered = params.member("capabilities", "general", "positionEncodings")?.elements?.compactMap(\.string) ?? []
    workspace.encoding = .negotiated(offered)
    watchesFiles = params.member("capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration") == true
    workspace.client = ClientCapabilities(params)
    let roots = params["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.string } ?? []
    let uris = roots.isEmpty ? [params["rootUri"]?.string].compactMap(\.self) : roots
    workspace.folders = uris.compactMap(DocumentURI.path).map(DocumentURI.real)
    configure(params.member("initializationOptions", "applications") ?? .null)
    configure(coverage: params.member("initializationOptions", "coverage") ?? .null)
    var capabilities: [String: JSONValue] = [
      "positionEncoding": .string(workspace.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
    ]
    for feature in Feature.all { capabilities[feature.capability.name] = feature.capability.value }
    return [
      "capabilities": .object(capabilities), "serverInfo": ["name": "okit", "version": .string(version)],
    ]
  }
}

extension LanguageServer {
  /// Adds the applications that the client names: paths below the opened folder. The person is told about a wrong one.
  private func configure(_ names: JSONValue) {
    guard names != .null else { return }
    guard let names = names.elements else {
      return workspace.note("okit: initializationOptions.applications is a list of paths, such as [\"src/main.lua\"]")
    }
    for name in names {
      guard let path = name.string else {
        workspace.note("okit: initializationOptions.applications has an element that is not a path")
        continue
      }
      let file = workspace.absolutePath(of: path)
      if workspace.text(of: file) == nil {
        workspace.note("okit: initializationOptions.applications names a script that cannot be read: \(path)")
      }
      workspace.configure(file)
    }
  }

  /// Shows what a coverage report says, whose path the client names.
  private func configure(coverage value: JSONValue) {
    guard value != .null else { return }
    guard let path = value.string else {
      return workspace.note("okit: initializationOptions.coverage is a path, such as \"coverage/coverage.json\"")
    }
    workspace.configure(coverage: path)
  }
}

/// What a client can do with edits.
struct ClientCapabilities {
  /// Whether edits may name the versions of documents.
  var changesDocuments = false
  /// Whether edits may have a note.
  var annotatesChanges = false

  init() {}

  /// - Parameter params: those of `initialize`.
  init(_ params: JSONValue) {
    let edit = params.member("capabilities", "workspace", "workspaceEdit")
    changesDocuments = edit?["documentChanges"] == true
    annotatesChanges = changesDocuments && edit?["changeAnnotationSupport"] != nil
  }
}

/// Changes of files outside of the editor.
enum FileChanges {
  /// Returns the request by which the server asks to be told about them.
  ///
  /// - Parameter coverage: The path of the coverage report that is shown.
  static func registration(_ coverage: String?) -> JSONValue {
    let name = coverage?.split(separator: "/").last
    let patterns = ["**/*.{lua,strings,storyboard}"] + (name.map { ["**/\($0)"] } ?? [])
    return JSONRPC.request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "okit-files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(patterns.map { ["globPattern": .string($0)] })],
          ]
        ]
      ], id: "okit-register")
  }
}
