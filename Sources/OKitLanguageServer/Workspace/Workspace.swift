internal import Glibc

/// The open documents of the client, and the applications to which they belong.
final class Workspace {
  private(set) var documents: [String: OpenDocument] = [:]
  private(set) var applications: [WorkspaceApplication] = []
  var encoding = PositionEncoding.utf16
  var client = ClientCapabilities()
  /// What the person should know besides the answer to the last request.
  private(set) var notes: [String] = []
  /// What the tests do not cover; nil unless the client asks for it.
  private(set) var coverage: WorkspaceCoverage?
  /// The folders that the client has opened, without symbolic links.
  var folders: [String] = []
  private let options: () -> LuaApplication.Options

  init(options: @escaping () -> LuaApplication.Options) { self.options = options }

  // MARK: Documents

  func open(_ document: OpenDocument) {
    documents[document.uri] = document
    if let path = document.path { changed(path) }
  }

  func close(_ uri: String) {
    guard let path = documents.removeValue(forKey: uri)?.path else { return }
    changed(path)
    // Nobody looks at an application without documents.
    applications.removeAll { application in
      application.origin != .configured && !openPaths.contains { application.files.contains($0) }
    }
  }

  /// Notes that the text of a file has changed.
  func changed(_ path: String) {
    for application in applications where application.files.contains(path) || application.names(path) {
      application.needsCheck = true
    }
  }

  /// Notes that any file may have changed.
  func changedAll() { for application in applications { application.needsCheck = true } }

  func document(_ uri: String) throws(ResponseError) -> OpenDocument {
    guard let document = documents[uri] else { throw ResponseError(.invalidParams, "\(uri) is not open") }
    return document
  }

  private var openPaths: [String] { documents.values.compactMap(\.path) }

  /// Returns the URI of a file, as the client has opened it.
  func uri(of path: String) -> String { documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(path) }

  /// Returns the name of a file below the folder that the client has opened.
  func shortName(ofFile file: String) -> String {
    let path = DocumentURI.real(file)
    guard let folder = folders.first(where: { path.hasPrefix($0 + "/") }) else { return file }
    return String(path.dropFirst(folder.count + 1))
  }

  /// Returns the text of a file as the editor shows it; nil for one that cannot be read.
  func text(of path: String) -> DocumentText? {
    if let open = documents.values.first(where: { $0.path == path }) { return open.text }
    // A file that is gone has no text.
    return (try? ScriptFile.read(path)).map { DocumentText($0, encoding) }
  }

  // MARK: Notes

  /// Tells the person something besides the answer; an empty text is nothing.
  func note(_ text: String) { if !text.isEmpty { notes.append(text) } }

  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  // MARK: Applications

  /// Adds an application that the client names.
  func configure(_ path: String) {
    let real = DocumentURI.real(path)
    guard !applications.contains(where: { $0.path == real }) else { return }
    applications.append(WorkspaceApplication(real, .configured))
  }

  /// Shows what the tests do not cover, from a report that the client names.
  func configure(coverage path: String) {
    let report = WorkspaceCoverage(absolutePath(of: path), folder: folders.first ?? ".")
    report.update()
    coverage = report
    noteCoverage()
  }

  /// Tells the person that the coverage report cannot be read.
  func noteCoverage() {
    if let problem = coverage?.takeProblem() { note("okit: initializationOptions.coverage: \(problem)") }
  }

  /// Returns the absolute path of a file below the folder that the client has opened.
  func absolutePath(of path: String) -> String {
    path.hasPrefix("/") ? path : "\(folders.first ?? ".")/\(path)"
  }

  /// Returns the application of a file: one that loads it, the document itself last.
  func application(of path: String) -> WorkspaceApplication? {
    let loading = applications.filter { $0.files.contains(path) }
    return loading.first { $0.origin != .document } ?? loading.first
  }

  /// Returns the application whose files name something in a file: one that loads it, else one to which it belongs as a
  /// test.
  func application(naming path: String) -> WorkspaceApplication? {
    application(of: path)
      ?? applications.first { $0.analysis?.symbols?.files.contains { DocumentURI.real($0) == path } == true }
  }

  /// Whether the findings of an application are shown. One that was tried for a document and does not load it is not.
  func isShown(_ application: WorkspaceApplication) -> Bool {
    guard application.origin != .configured else { return true }
    return application.isShown && openPaths.contains(where: application.files.contains)
  }

  /// Whether `check` has something to do.
  var needsCheck: Bool {
    applications.contains { $0.needsCheck || $0.needsIndex } || openPaths.contains { nextCandidate(for: $0) != nil }
  }

  /// Performs one check, or what else waits for a pause.
  ///
  /// - Returns: the application that was checked; nil for none.
  func check() -> WorkspaceApplication? {
    if !applications.contains(where: \.needsCheck) {
      guard let candidate = openPaths.sorted().lazy.compactMap({ self.nextCandidate(for: $0) }).first else {
        applications.first(where: \.needsIndex)?.makeIndex()
        return nil
      }
      applications.append(candidate)
    }
    guard let application = applications.first(where: \.needsCheck) else { return nil }
    check(application)
    // A document of its own that another application loads is a module.
    applications.removeAll { other in
      other.origin == .document && application.origin != .document && application.files.contains(other.path)
    }
    return application
  }

  func check(_ application: WorkspaceApplication) {
    var options = options()
    options.openTexts = Dictionary(
      documents.values.compactMap { document in document.path.map { ($0, document.text.string) } }
    ) { first, _ in first }
    application.check(options)
  }

  /// The application to try next for a document that no known one loads; nil if there is none.
  private func nextCandidate(for path: String) -> WorkspaceApplication? {
    guard application(of: path) == nil else { return nil }
    for folder in foldersAbove(path) {
      let candidate = "\(folder)/app.lua"
      guard !applications.contains(where: { $0.path == candidate }) else { continue }
      let isOpen = documents.values.contains { $0.path == candidate }
      if isOpen || access(candidate, R_OK) == 0 { return WorkspaceApplication(candidate, .nearest) }
    }
    guard path.hasSuffix(".lua"), !path.hasSuffix("_test.lua"), !applications.contains(where: { $0.path == path })
    else { return nil }
    return WorkspaceApplication(path, .document)
  }

  /// The folders above a file, the nearest first, up to the folder that the client has opened.
  private func foldersAbove(_ path: String) -> [String] {
    var (found, rest) = ([String](), path[...])
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex, found.count < 16 {
      rest = rest[..<slash]
      found.append(String(rest))
      if folders.contains(String(rest)) { break }
    }
    return found
  }
}
