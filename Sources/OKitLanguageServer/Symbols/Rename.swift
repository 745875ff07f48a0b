extension Feature {
  /// The range of the name under the cursor, if it can be renamed.
  static let prepareRename = Feature(
    "textDocument/prepareRename", "renameProvider", ["prepareProvider": true],
    symbols: {
      (place, _) throws(ResponseError) in
      let found: Occurrence
      do throws(Diagnostic) { found = try place.index.renamed(at: place.offset, in: place.file) } catch {
        // A place without a name is not a mistake.
        if error.code == "rename.none" { return .null }
        throw ResponseError(error)
      }
      guard let range = place.locations([found]).first?["range"] else { return .null }
      return ["range": range, "placeholder": .string(found.symbol.name)]
    })

  static let rename = Feature(
    "textDocument/rename", "renameProvider", ["prepareProvider": true], isExact: true,
    symbols: {
      (place, params) throws(ResponseError) in
      let newName = try params.required("newName", \.string)
      let rename: SymbolRename
      do throws(Diagnostic) { rename = try place.index.rename(at: place.offset, in: place.file, to: newName) } catch {
        throw ResponseError(error)
      }
      return try WorkspaceEdit(rename, place.index, place.workspace).json
    })
}

extension ResponseError {
  /// The error for a rename that is not possible.
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(.requestFailed, diagnostic.message + (diagnostic.hint.map { "\n\($0)" } ?? ""))
  }
}

/// The changes of a rename in the form of the protocol.
private struct WorkspaceEdit {
  let json: JSONValue

  init(_ rename: SymbolRename, _ index: SymbolIndex, _ workspace: Workspace) throws(ResponseError) {
    let note = rename.notes.joined(separator: " ")
    let annotates = workspace.client.annotatesChanges && !note.isEmpty
    var documents: [JSONValue] = []
    for (file, edits) in Dictionary(grouping: rename.edits, by: \.file).sorted(by: { $0.key < $1.key }) {
      let path = DocumentURI.real(file)
      guard let text = workspace.text(of: path), let old = index.text(of: file), text.bytes == old else {
        throw ResponseError(.requestFailed, "\(file) has changed since it was checked; try again")
      }
      let document = workspace.documents.values.first { $0.path == path }
      documents.append([
        "textDocument": [
          "uri": .string(workspace.uri(of: path)), "version": document.map { .int($0.version) } ?? .null,
        ],
        "edits": .array(
          edits.map { edit in
            var json: [String: JSONValue] = ["range": text.range(edit.range), "newText": .string(edit.text)]
            if annotates { json["annotationId"] = "okit.stored" }
            return .object(json)
          }),
      ])
    }
    guard workspace.client.changesDocuments else {
      var changes: [String: JSONValue] = [:]
      for document in documents {
        if let uri = document.member("textDocument", "uri")?.string { changes[uri] = document["edits"] }
      }
      json = ["changes": .object(changes)]
      workspace.note(note)
      return
    }
    guard annotates else {
      json = ["documentChanges": .array(documents)]
      workspace.note(note)
      return
    }
    json = [
      "documentChanges": .array(documents),
      "changeAnnotations": [
        "okit.stored": [
          "label": .string("Rename \(rename.symbol.description)"), "needsConfirmation": false,
          "description": .string(note),
        ]
      ],
    ]
  }
}
