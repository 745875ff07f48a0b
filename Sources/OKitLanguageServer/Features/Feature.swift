/// A request that the server answers.
///
/// A new feature is a file with such a value, and an element of `all`.
struct Feature: Sendable {
  let method: String
  /// The member of the server's capabilities that offers it.
  let capability: (name: String, value: JSONValue)
  /// Returns the answer to a request with these parameters.
  let answer: @Sendable (Workspace, JSONValue) throws(ResponseError) -> JSONValue

  static let all = [
    completion, hover, signatureHelp, codeAction, definition, references, prepareRename, rename, semanticTokens,
    documentSymbol, workspaceSymbol,
  ]

  /// A feature that answers questions about a place in a document.
  init(
    _ method: String, _ capability: String, _ value: JSONValue,
    at answer: @escaping @Sendable (DocumentPlace) throws(ResponseError) -> JSONValue
  ) {
    self.init(method, capability, value) { (workspace, params) throws(ResponseError) in
      let place = try DocumentPlace(params, workspace)
      guard let place else { return .null }
      return try answer(place)
    }
  }

  init(
    _ method: String, _ capability: String, _ value: JSONValue,
    _ answer: @escaping @Sendable (Workspace, JSONValue) throws(ResponseError) -> JSONValue
  ) {
    (self.method, self.capability, self.answer) = (method, (capability, value), answer)
  }
}

/// A place in an open document of an application that was checked.
struct DocumentPlace {
  let workspace: Workspace
  let params: JSONValue
  let document: OpenDocument
  /// The file without symbolic links.
  let path: String
  /// The UTF-8 offset in the text of the document, which may be newer than the analysis.
  let offset: Int
  let analysis: ApplicationAnalysis

  /// - Returns: nil for a document of no application, and before its first check.
  /// - Throws: invalid parameters.
  init?(_ params: JSONValue, _ workspace: Workspace) throws(ResponseError) {
    let document = try workspace.document(try params.required("textDocument") { $0["uri"]?.string })
    let position = try params.required("position", \.position)
    guard let path = document.path, let analysis = workspace.application(of: path)?.analysis else { return nil }
    (self.workspace, self.params, self.document, self.path) = (workspace, params, document, path)
    (offset, self.analysis) = (document.text.offset(of: position), analysis)
  }
}
