import OKitMutation
import OKitStorage

/// Options of `test` for mutation testing.
struct MutationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Changes one thing of the applications' scripts at a time, and reports what no test notices; of a file, of its \
      lines, or of all scripts without a value. May be repeated.
      """, valueName: "file[:line[-line]]"),
    completion: .file(extensions: ["lua"]))
  var mutate: [String] = []

  @Option(
    help: ArgumentHelp("For --mutate: changes only lines that this unified diff adds.", valueName: "file"),
    completion: .file())
  var mutateDiff: String?

  @Option(
    help: ArgumentHelp(
      "For --mutate: tests a sample, chosen by --seed, until this time is over, such as 60s.", valueName: "span"),
    transform: OptionValue.timeSpan)
  var budget: Double?

  @Option(
    help: ArgumentHelp("For --mutate: exits with 1 below this score, in percent.", valueName: "percent"))
  var mutateMin: Int?

  @Flag(help: "For --mutate: tests each mutant again, whatever is known from earlier runs.")
  var noCache = false

  var isChosen: Bool { !mutate.isEmpty || mutateDiff != nil }

  func validate() throws {
    if let mutateMin, !(0...100).contains(mutateMin) { throw ValidationError("--mutate-min must be from 0 to 100.") }
    guard !isChosen else { return }
    if budget != nil { throw ValidationError("--budget needs --mutate.") }
    if mutateMin != nil { throw ValidationError("--mutate-min needs --mutate.") }
    if noCache { throw ValidationError("--no-cache needs --mutate.") }
  }

  /// The lines whose mutants are tested.
  ///
  /// - Throws: `mutation.target`, `mutation.diff`, `file.read`.
  func scope() throws -> MutationScope {
    var scope = MutationScope()
    for argument in mutate where argument != Self.everything { try scope.add(argument) }
    if let mutateDiff {
      try scope.limit(toDiff: try ScriptFile.read(mutateDiff), file: mutateDiff)
    }
    return scope
  }

  /// The value of `--mutate` without one, which is the name of no file.
  private static let everything = "\0"

  /// Returns arguments in which `--mutate` has a value, which the argument parser needs.
  static func withValue(_ arguments: [String]) -> [String] {
    guard arguments.first == "test" else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.indices.map { index in
      let next = index + 1 < end ? arguments[index + 1] : "-"
      return index < end && arguments[index] == "--mutate" && next.hasPrefix("-")
        ? "--mutate=\(everything)" : arguments[index]
    }
  }
}
