import Glibc
import OKitFuzzing

/// `okit-fuzz TARGET [libFuzzer option …] [FOLDER …]`
///
/// `tools/fuzz.sh` builds it with libFuzzer, which looks for new inputs. Without libFuzzer it runs the target once on
/// each given file: `okit-fuzz TARGET FILE …` reproduces a finding in a debugger.
@main
enum OKitFuzz {
  static func main() throws {
    var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
    if count > 1, let name = CommandLine.unsafeArgv[1], FuzzTarget.named(String(cString: name)) != nil {
      // libFuzzer passes its options, but not the name of the target, to the processes that it starts.
      setenv(variable, name, 1)
      CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
      (count, arguments) = (count - 1, CommandLine.unsafeArgv + 1)
    }
    guard let target = getenv(variable).flatMap({ FuzzTarget.named(String(cString: $0)) }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      write("usage: okit-fuzz TARGET [option …] [file or folder …]; the targets are \(names)\n")
      exit(2)
    }
    running = (target.name, try target.make())
    // Objects that a target keeps are not leaks: release them before LeakSanitizer runs.
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

  static func write(_ text: String) { _ = Glibc.write(2, text, text.utf8.count) }
}
