/// An application that the server checks.
final class WorkspaceApplication {
  /// How the server has found it.
  enum Origin {
    /// The client has named it.
    case configured
    /// It is the nearest `app.lua` above a document.
    case nearest
    /// It is a document that no other application loads.
    case document
  }

  /// The path of its main script, without symbolic links.
  let path: String
  let origin: Origin
  /// Whether a file has changed since the last check.
  var needsCheck = true
  /// The result of the last check.
  private(set) var latest: ApplicationAnalysis?
  /// The result of the last check of a script that ran to its end. Features read it while a script is broken.
  private var complete: ApplicationAnalysis?
  private var related: Set<String> = []
  /// The files that the last checks have read, without symbolic links. A script with a mistake loads no modules after
  /// it, so that the files of the last complete check stay.
  private(set) var files: Set<String> = []

  init(_ path: String, _ origin: Origin) { (self.path, self.origin) = (path, origin) }

  /// What features read; nil before the first check.
  var analysis: ApplicationAnalysis? { complete ?? latest }

  /// Whether the names of the last check wait for being looked for. A request that needs them does it at once.
  private(set) var needsIndex = false

  /// Looks for the names that the application has, so that no answer has to wait for it.
  func makeIndex() {
    needsIndex = false
    related = Set((complete?.symbols?.files ?? []).map(DocumentURI.real))
  }

  /// Whether the script of the last check ran to its end.
  var isComplete: Bool { latest != nil && latest === complete }

  /// Whether a file that the application does not load, such as a test, names something of it.
  func names(_ path: String) -> Bool { related.contains(path) }

  func check(_ options: LuaApplication.Options) {
    needsCheck = false
    let analysis: ApplicationAnalysis
    do { analysis = try ApplicationCheck.analyze(path, options: options) } catch {
      analysis = ApplicationAnalysis(failure: error.diagnostic("lua.state"), path)
    }
    latest = analysis
    if analysis.isComplete {
      complete = analysis
      needsIndex = true
    }
    let read = analysis.result.files.union(complete?.result.files ?? [])
    files = Set(read.map(DocumentURI.real) + [path])
  }

  /// Whether its findings are shown. A document that defines no controller may be a module of an application that is
  /// not known.
  var isShown: Bool {
    guard origin == .document, let latest else { return true }
    return (complete ?? latest).definesControllers || (!latest.isComplete && latest.mentionsModule)
  }
}
