/// Starts, checks and tests an application that was made from data, before it is written.
struct DataTrial {
  /// The tests of the application as they are written, and with one application for all.
  struct Tests {
    let text: String
    let sharedText: String
    let count: Int
  }

  private let trial: ScaffoldTrial
  private let scripts: [ApplicationFiles.File]
  private let model: String
  private let tests: Tests
  private let source: String?

  /// - Parameters:
  ///   - scripts: The files of the application without the tests.
  ///   - model: The class of the model.
  ///   - source: The file that it was made from, for messages.
  init(
    _ trial: ScaffoldTrial, _ scripts: [ApplicationFiles.File], _ model: String, _ tests: Tests, _ source: String?
  ) {
    (self.trial, self.scripts, self.model, self.tests, self.source) = (trial, scripts, model, tests, source)
  }

  /// - Throws: `new.trial` for an application that does not start, that has findings, or whose tests fail.
  func run() throws {
    if let finding = try trial.check(scripts).first {
      throw failure("the application of the data would have a mistake: \(finding.message)", in: finding.place?.file)
    }
    let shared = try trial.test(withShownHome + [file("app_test.lua", tests.sharedText)], [])
    let suspects = shared.filter { $0.value != nil }.keys.sorted()
    guard !suspects.isEmpty || shared.count < tests.count else { return }
    // What fails in the shared application may be a consequence of an earlier test.
    let names = shared.count < tests.count ? [] : suspects
    let results = try trial.test(scripts + [file("app_test.lua", tests.text)], names)
    guard let failed = results.sorted(by: { $0.key < $1.key }).first(where: { $0.value != nil }) else { return }
    let reason = failed.value.map { ": \($0)" } ?? ""
    throw failure("a test of the application of the data would fail: \(failed.key)\(reason)", in: nil)
  }

  /// The scripts with the function that the tests in one application need.
  private var withShownHome: [ApplicationFiles.File] {
    scripts.map { script in
      guard script.path == "app.lua" else { return script }
      let addition =
        "\nfunction model.\(model):\(TestWriter.homeFunction)() okit.navigateToHome() end\n"
      return ApplicationFiles.File(path: script.path, bytes: script.bytes + Array(addition.utf8))
    }
  }

  private func file(_ path: String, _ text: String) -> ApplicationFiles.File {
    ApplicationFiles.File(path: path, bytes: Array(text.utf8))
  }

  private func failure(_ message: String, in file: String?) -> Diagnostic {
    Diagnostic(
      "new.trial", message + (file.map { " (in \($0))" } ?? ""), place: source.map { Diagnostic.Place(file: $0) },
      hint: "nothing was created; this is a fault of okit-run new, or the data cannot be an application")
  }
}
