import Glibc
import OKitFuzzing

/// `okit-fuzz TARGET [option of libFuzzer …] [folder …]`
@main
enum OKitFuzz {
  static func main() throws {
    var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
    if count > 1, let name = CommandLine.unsafeArgv[1], FuzzTarget.named(String(cString: name)) != nil {
      // For the processes that libFuzzer starts: they get its options, and nothing else.
      setenv(variable, name, 1)
      CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
      (count, arguments) = (count - 1, CommandLine.unsafeArgv + 1)
    }
    guard let target = getenv(variable).flatMap({ FuzzTarget.named(String(cString: $0)) }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      write("usage: okit-fuzz TARGET [option …] [folder …]; the targets are \(names)\n")
      exit(2)
    }
    running = (target.name, try target.make())
    // What a target keeps is no leak: it goes before leaks are looked for.
    atexit { OKitFuzz.running.run = { _ in } }
    exit(runDriver(&count, &arguments) { OKitFuzz.test(UnsafeRawBufferPointer(start: $0, count: $1)) })
  }

  private static let variable = "OKIT_FUZZ_TARGET"

  /// The target of this process; a fuzzer has one thread.
  nonisolated(unsafe) static var running: (name: String, run: FuzzTarget.Run) = ("", { _ in })

  static func test(_ input: UnsafeRawBufferPointer) -> CInt {
    do { try running.run([UInt8](input)) } catch {
      write("\n\(running.name): \(error)\n")
      abort()
    }
    return 0
  }

  private static func write(_ text: String) { _ = Glibc.write(2, text, text.utf8.count) }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
