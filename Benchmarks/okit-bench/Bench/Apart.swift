/// Work for which this program starts itself again, because memory is measured, or so much of it is needed that others
/// would suffer. It prints what a peer's script prints.
struct Apart: Sendable {
  typealias Finding = (name: String, value: Double, result: Int)

  var name: String
  var run: @Sendable (_ arguments: [String]) throws -> [Finding]

  /// The argument with which this program starts itself; the name of the work and its arguments follow.
  static let argument = "--apart"

  static let all: [Apart] = [.peak, .bytesPerEntity, .bytesPerObserver, .scale]

  /// Does the work of that name in this process.
  static func run(_ arguments: [String]) throws {
    guard let name = arguments.first, let work = all.first(where: { $0.name == name }) else {
      throw BenchError("\(argument) needs one of \(all.map(\.name).joined(separator: ", "))")
    }
    for finding in try work.run(Array(arguments.dropFirst())) {
      Output.standard.line("\(finding.name) \(finding.value) \(finding.result)")
    }
  }

  /// Does the work in a process of its own. - Returns: the findings by name.
  func findings(_ arguments: [String] = []) throws -> [String: Peers.Finding] {
    let this = Program(name: "okit-bench", path: "/proc/self/exe")
    let ending = try this.run([Self.argument, name] + arguments)
    guard ending.status == 0 else { throw BenchError("\(name) in a process of its own ended with \(ending.status)") }
    return try Peers.findings(in: ending.output, of: name)
  }
}

extension [String: Peers.Finding] {
  func required(_ name: String) throws -> Peers.Finding {
    guard let finding = self[name] else { throw BenchError("nobody has measured \(name)") }
    return finding
  }
}
