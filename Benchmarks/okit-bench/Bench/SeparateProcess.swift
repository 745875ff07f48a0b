/// Work for which this program starts itself again, because it measures memory or needs so much that other workloads
/// would suffer. It prints its findings in the format of a peer's script.
struct SeparateProcess: Sendable {
  typealias Finding = (name: String, value: Double, result: Int)

  var name: String
  var run: @Sendable (_ arguments: [String]) throws -> [Finding]

  /// The argument with which this program starts itself, followed by the name of the work and its arguments.
  static let argument = "--separate"

  static let all: [SeparateProcess] = [
    .peak, .storingPeak, .bytesPerEntity, .bytesPerObserver, .scale, .applications, .echo, .documents, .program,
  ]

  /// Runs a program, prints its output, and finds its memory and its processor time.
  static let program = SeparateProcess(name: "program") { arguments in
    guard let path = arguments.first else { throw BenchError("program needs the path of a program") }
    let ending = try Program(name: path, path: path).run(Array(arguments.dropFirst()))
    Output.standard.line(ending.output)
    return [("peak", ending.peak, Int(ending.status)), ("seconds", ending.processorTime, 0)]
  }

  /// Runs the work with that name in this process.
  static func run(_ arguments: [String]) throws {
    guard let name = arguments.first, let work = all.first(where: { $0.name == name }) else {
      throw BenchError("\(argument) needs one of \(all.map(\.name).joined(separator: ", "))")
    }
    for finding in try work.run(Array(arguments.dropFirst())) {
      Output.standard.line("\(finding.name) \(finding.value) \(finding.result)")
    }
  }

  /// Runs the work in a separate process. - Returns: The findings by name.
  func findings(_ arguments: [String] = []) throws -> [String: Peers.Finding] {
    let this = Program(name: "okit-bench", path: "/proc/self/exe")
    let ending = try this.run([Self.argument, name] + arguments)
    guard ending.status == 0 else { throw BenchError("\(name) exited with status \(ending.status)") }
    return try Peers.findings(in: ending.output, of: name)
  }
}

extension [String: Peers.Finding] {
  func required(_ name: String) throws -> Peers.Finding {
    guard let finding = self[name] else { throw BenchError("there is no measurement of \(name)") }
    return finding
  }
}
