/// A model that is being exported: its document, and the classes of its application if they are known.
package struct DocumentExport {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The name of the document in messages.
  package let file: String
  /// The name of the model.
  package let name: String
  /// The class of the model; nil without an application.
  package let root: EntityType?
  package let store: ModelStore?
  /// Called now and then with the part of the work that is done, from 0 to 1. Its error ends the export.
  package let progress: (Double) throws -> Void
  /// The contents of blobs and partials; nil to leave them out.
  package var contents: ExportContents?

  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, name: String, root: EntityType? = nil,
    store: ModelStore? = nil, progress: @escaping (Double) throws -> Void = { _ in }
  ) {
    (self.bytes, self.file, self.name) = (bytes, file, name)
    (self.root, self.store, self.progress) = (root, store, progress)
  }

  /// Returns a reader of the document.
  ///
  /// - Throws: `model.decode` for a document that is not an object.
  package func reader() throws -> JSONReader {
    var reader = JSONReader(bytes, file: file)
    guard try reader.peekKind() == .object else {
      throw Diagnostic("model.decode", "a stored model must be a JSON object", place: Diagnostic.Place(file: file))
    }
    return reader
  }

  /// Reports how far one of several passes is.
  package func report(_ offset: Int, pass: Int, of passes: Int) throws {
    try progress((Double(pass) + Double(offset) / Double(max(1, bytes.count))) / Double(passes))
  }

  /// Writes the document as it is stored, after checking its syntax; with contents, in the same form.
  package func json(_ writer: PieceWriter) throws {
    var reader = try reader()
    if let contents {
      try ContentPrinter(contents, writer).print(&reader)
      try reader.finish()
      try writer.write("\n")
      return try progress(1)
    }
    try reader.skipValue()
    try reader.finish()
    try writer.write(bytes)
    try progress(1)
  }
}
