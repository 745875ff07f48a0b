/// The standard output, up to a limit, and the exit code of a script under test, from its start to the end of its main
/// chunk.
///
/// Whether a script is a program is known only then: the output of an application goes to the output of the tests.
final class ProgramOutput {
  private var bytes: [UInt8] = []
  private var isCollecting = true
  private let print: (String) -> Void
  /// The argument of `okit.exit`; 0 for a program that ended without it.
  private(set) var exitCode: Int?

  /// The maximum number of bytes: the output is in memory until the test ends.
  private static let limit = 16 << 20

  init(print: @escaping (String) -> Void) { self.print = print }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func connect(_ options: inout LuaApplication.Options) {
    options.print = { [self] line in
      if isCollecting { try collect((line + "\n").utf8) } else { print(line) }
    }
    options.write = { [self] stream, piece in if stream == .output { try collect(piece) } }
    options.onExit = { [self] status in exitCode = exitCode ?? status }
  }

  /// - Throws: `app.output` beyond the limit.
  private func collect(_ piece: some Collection<UInt8>) throws {
    guard bytes.count + piece.count <= Self.limit else {
      throw Diagnostic(
        "app.output", "the output of the script under test exceeded the limit of \(Self.limit >> 20) MiB")
    }
    bytes += piece
  }

  /// The main chunk of a program has ended.
  func end() { exitCode = exitCode ?? 0 }

  func discard() { bytes = [] }

  /// Prints the output of a script that is not a program, or that has failed.
  func release() {
    isCollecting = false
    guard !bytes.isEmpty else { return }
    let text = text
    bytes = []
    print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}
