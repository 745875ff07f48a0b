/// A document that is open in the editor.
final class OpenDocument {
  let uri: String
  /// The path without symbolic links; nil for a document that is not a file.
  let path: String?
  private(set) var version: Int
  private(set) var text: DocumentText

  init(uri: String, version: Int, _ text: DocumentText) {
    (self.uri, self.version, self.text) = (uri, version, text)
    path = DocumentURI.path(uri).map(DocumentURI.real)
  }

  /// Applies the changes of a `textDocument/didChange`, in their order. A change without a range replaces the whole
  /// text.
  ///
  /// Changes are applied in the order of their arrival, whatever their version says: a client sends each exactly once.
  func apply(_ changes: [JSONValue], version: Int) throws(ResponseError) {
    self.version = version
    for change in changes {
      let new = try change.required("text", \.string)
      guard let range = change["range"], range != .null else {
        text = DocumentText(new, text.encoding)
        continue
      }
      text.replace(
        from: try range.required("start", \.position), to: try range.required("end", \.position), with: new)
    }
  }
}
