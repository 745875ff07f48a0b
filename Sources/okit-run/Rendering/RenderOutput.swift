internal import OKitPages
internal import OKitRender

/// The files of a rendering: one, or a folder with an index.
final class RenderOutput {
  /// What a picture shows.
  struct Subject {
    let name: String
    /// Nil for the theme that the application has.
    let theme: String?
    let locale: String
    let title: String
  }

  private let command: RenderCommand
  /// The folder; nil for one file or standard output.
  private let folder: String?
  private var written: [(subject: Subject, file: String, bytes: [UInt8])] = []
  private var missing: [(screen: UnreachedScreen, locale: String)] = []

  /// - Throws: `cli.file` for an output that is not a folder.
  init(_ command: RenderCommand) throws {
    self.command = command
    folder = command.isMany ? command.output ?? "pictures" : nil
    guard let folder, PathKind(of: folder) != .missing else { return }
    try LocalFile.expect(.folder, at: folder, code: "cli.file")
  }

  /// Checks that no file of the application is replaced.
  ///
  /// - Throws: `cli.output`.
  func check(_ files: Set<String>) throws {
    guard folder == nil, let path = command.output, files.contains(where: { LocalFile.isSame($0, path) }) else {
      return
    }
    throw CommandFailure.usage(
      Diagnostic("cli.output", "\(path) is a file of the application", hint: "choose another name"))
  }

  func write(_ bytes: [UInt8], _ subject: Subject) throws {
    guard let folder else {
      guard let path = command.output else {
        if command.shownFormat == .png, TerminalMode.isTerminal(Output.Stream.standard.rawValue) {
          throw CommandFailure.usage(
            Diagnostic("cli.output", "a PNG is not for a terminal", hint: "pass --output FILE.png"))
        }
        guard SystemFile.write(bytes, to: Output.Stream.standard.rawValue) else {
          throw Diagnostic("cli.output", "cannot write to standard output: \(FileError.last().reason)")
        }
        return
      }
      return try Self.replace(path, bytes)
    }
    let file = fileName(subject)
    try Self.replace("\(folder)/\(file)", bytes)
    written.append((subject, file, bytes))
  }

  func add(missing screen: UnreachedScreen, locale: String) { missing.append((screen, locale)) }

  private static func replace(_ path: String, _ bytes: [UInt8]) throws {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: path, mode: 0o777) } catch {
      throw Diagnostic("file.write", "cannot create \(path): \(error.reason)", hint: error.writingHint)
    }
    let file = try FileReplacement(path)
    try file.write(bytes)
    try file.finish()
  }

  /// The name of a file says what the pictures differ in.
  private func fileName(_ subject: Subject) -> String {
    var parts = [TestSnapshots.fileName(of: subject.name)]
    if (command.themes?.count ?? 1) > 1, let theme = subject.theme, !theme.isEmpty {
      parts.append(TestSnapshots.fileName(of: theme))
    }
    if command.locales.count > 1 { parts.append(subject.locale) }
    return (parts + [command.shownFormat.ending]).joined(separator: ".")
  }

  // MARK: The index

  /// Writes the index of a folder.
  func finish(_ messages: Output) throws {
    guard let folder else { return }
    let name = DocumentsDirectory.applicationName(of: command.script)
    let names = written.map(\.subject.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var body = "<h1>\(StaticPage.escaped(name))</h1>\n"
    for name in names {
      body += "<section>\n<h2>\(StaticPage.escaped(name))</h2>\n<div>\n"
      for picture in written where picture.subject.name == name { body += figure(picture) }
      body += "</div>\n</section>\n"
    }
    if !missing.isEmpty {
      let items = missing.map { screen, locale in
        let place = command.locales.count > 1 ? " (\(locale))" : ""
        return
          "<li><b>\(StaticPage.escaped(screen.controller))</b>\(place): \(StaticPage.escaped(screen.reason))</li>\n"
      }
      body += "<section>\n<h2>Not reached</h2>\n<ul>\n\(items.joined())</ul>\n</section>\n"
    }
    let page = StaticPage(title: name, style: Self.style, body: body, images: ["'self'", "file:"])
    try StaticPage.write(page.html, to: LocalFile.absolutePath(of: "\(folder)/index.html"))
    messages.note("\(folder): \(written.count) \(written.count == 1 ? "picture" : "pictures") and index.html")
  }

  private func figure(_ picture: (subject: Subject, file: String, bytes: [UInt8])) -> String {
    let (subject, file) = (picture.subject, StaticPage.escaped(picture.file))
    var words: [String] = []
    if let theme = subject.theme { words.append(theme.isEmpty ? "default theme" : theme) }
    if command.locales.count > 1 { words.append(subject.locale) }
    let caption = words.isEmpty ? file : StaticPage.escaped(words.joined(separator: ", "))
    let content =
      switch command.shownFormat {
      case .svg, .png: "<img src=\"\(file)\" alt=\"\(StaticPage.escaped(subject.title))\">"
      case .html: "<a class=\"page\" href=\"\(file)\">\(StaticPage.escaped(subject.title))</a>"
      case .text, .json: "<pre>\(StaticPage.escaped(String(decoding: picture.bytes, as: UTF8.self)))</pre>"
      }
    return "<figure>\n\(content)\n<figcaption><a href=\"\(file)\">\(caption)</a></figcaption>\n</figure>\n"
  }

  private static let style = """
    body { margin: 1.5rem; font: 1rem/1.4 system-ui, sans-serif; background: #f4f4f6; color: #111; }
    h1 { font-size: 1.5rem; }
    h2 { font-size: 1.125rem; margin: 2rem 0 0.75rem; }
    section > div { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; }
    figure { margin: 0; max-width: 100%; }
    img { display: block; max-width: 100%; border: 1px solid #c8c8d0; border-radius: 0.25rem; }
    pre { margin: 0; padding: 0.75rem; overflow: auto; max-height: 40rem; background: #fff; border: 1px solid #c8c8d0; }
    .page { display: block; padding: 1rem 1.5rem; border: 1px solid #c8c8d0; border-radius: 0.25rem; background: #fff; }
    figcaption { padding-top: 0.25rem; font-size: 0.875rem; }
    """
}
