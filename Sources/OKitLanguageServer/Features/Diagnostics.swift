/// The diagnostics of documents: the findings of `okit-run check`, and what tests do not cover.
struct PublishedDiagnostics {
  /// What the client shows, by URI.
  private var shown: [String: JSONValue] = [:]

  /// Returns the notifications after a check.
  mutating func update(_ workspace: Workspace) -> [JSONValue] {
    var findings: [String: [Finding]] = [:]
    var known: Set<Finding> = []
    for application in workspace.applications where workspace.isShown(application) {
      guard let latest = application.latest else { continue }
      for finding in latest.result.findings + (workspace.coverage?.findings(in: latest) ?? []) {
        let path = DocumentURI.real(finding.file)
        // Applications may share modules.
        if known.insert(finding).inserted { findings[path, default: []].append(finding) }
      }
    }
    var now: [String: JSONValue] = [:]
    for (path, findings) in findings {
      let uri = workspace.uri(of: path)
      let text = workspace.text(of: path)
      let diagnostics = findings.map { $0.diagnostic(in: text) }
      now[uri] = parameters(uri, diagnostics, workspace)
    }
    for document in workspace.documents.values where now[document.uri] == nil {
      now[document.uri] = parameters(document.uri, [], workspace)
    }
    for uri in shown.keys where now[uri] == nil {
      now[uri] = parameters(uri, [], workspace)
    }
    let changed = now.filter { shown[$0.key] != $0.value }.sorted { $0.key < $1.key }
    // Files without findings that are not open need no memory.
    shown = now.filter { workspace.documents[$0.key] != nil || $0.value["diagnostics"] != [] }
    return changed.map { JSONRPC.notification("textDocument/publishDiagnostics", $0.value) }
  }

  private func parameters(_ uri: String, _ diagnostics: [JSONValue], _ workspace: Workspace) -> JSONValue {
    .members([
      "uri": .string(uri), "version": workspace.documents[uri].map { .int($0.version) },
      "diagnostics": .array(diagnostics),
    ])
  }
}

extension Finding {
  /// The finding as a diagnostic of the protocol.
  ///
  /// - Parameter text: The file; nil for one that is gone.
  func diagnostic(in text: DocumentText?) -> JSONValue {
    func position(_ column: Int?) -> Position {
      text?.position(line: line - 1, column: column) ?? Position(line: line - 1, character: (column ?? self.column) - 1)
    }
    let message = hint.map { "\(self.message)\n\($0)" } ?? self.message
    return .members([
      // Of a mistake without a range, editors mark the rest of the line.
      "range": .range(position(column), position(endColumn > column ? endColumn : nil)),
      "code": .string(code), "source": "okit",
      // A hint marks a place without a line in the list of problems.
      "severity": .int(code == "coverage.missed" ? 4 : severity.number), "message": .string(message),
      "data": suggestion.map { ["replacement": .string($0)] },
      "tags": code.hasSuffix(".unused") ? [1] : nil,
    ])
  }

  /// The nearest name, where the hint is one.
  private var suggestion: String? {
    guard let hint, let start = hint.firstRange(of: "did you mean \""), hint.hasSuffix("\"?") else { return nil }
    return String(hint[start.upperBound...].dropLast(2))
  }
}

extension Diagnostic.Severity {
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
