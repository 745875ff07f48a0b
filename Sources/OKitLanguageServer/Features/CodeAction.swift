extension Feature {
  /// Replaces a wrong name by the nearest one.
  static let codeAction = Feature("textDocument/codeAction", "codeActionProvider", ["codeActionKinds": ["quickfix"]]) {
    (workspace, params) throws(ResponseError) in
    let uri = try params.required("textDocument") { $0["uri"]?.string }
    _ = try workspace.document(uri)
    let diagnostics = try params.required("context") { $0["diagnostics"]?.elements }
    return .array(
      diagnostics.compactMap { diagnostic -> JSONValue? in
        guard diagnostic["source"] == "okit", let range = diagnostic["range"],
          let name = diagnostic.member("data", "replacement")?.string
        else { return nil }
        return [
          "title": .string("Replace by \"\(name)\""), "kind": "quickfix", "isPreferred": true,
          "diagnostics": [diagnostic],
          "edit": ["changes": .object([uri: [["range": range, "newText": .string(name)]]])],
        ]
      })
  }
}
