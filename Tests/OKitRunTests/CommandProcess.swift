import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// The built command, run as a shell does.
final class CommandProcess {
  struct Result: Equatable {
    var status: Int32
    var output: String
    var errors: String
    /// The output as bytes, which may not be UTF-8.
    var bytes: [UInt8] = []

    static func == (a: Self, b: Self) -> Bool { (a.status, a.output, a.errors) == (b.status, b.output, b.errors) }

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var read = Data()

  /// Beside the tests in the folder of the build.
  static let executable: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let folders = [tests, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = folders.map { $0.appendingPathComponent("okit-run") }
    return files.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? files[0]
  }()

  private static func prepare(_ process: Process, _ arguments: [String], _ folder: TestFolder, _ more: [String: String])
  {
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(more) { $1 }
  }

  /// Runs the command to its end.
  ///
  /// - Parameter after: What a shell does before it becomes the command.
  static func run(
    _ arguments: [String], input: String = "", in folder: TestFolder, environment: [String: String] = [:],
    after: String? = nil
  ) throws -> Result {
    try run(arguments, input: Data(input.utf8), in: folder, environment: environment, after: after)
  }

  static func run(
    _ arguments: [String], input: Data, in folder: TestFolder, environment: [String: String] = [:],
    after: String? = nil
  ) throws -> Result {
    let process = Process()
    prepare(process, arguments, folder, environment)
    if let after {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(after); exec \"$@\"", "sh", executable.path] + arguments
    }
    let streams = ["in", "out", "err"].map { ".\($0)-\(UUID().uuidString)" }
    for (index, stream) in streams.enumerated() { try folder.write(index == 0 ? input : Data(), to: stream) }
    let files = streams.map { URL(fileURLWithPath: "\(folder.path)/\($0)") }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let output = try Data(contentsOf: files[1])
    let errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    #expect(SwiftDescriptions.first(in: errors) == nil, "okit-run \(arguments) prints what Swift makes of an error")
    return Result(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self), errors: errors,
      bytes: Array(output))
  }

  /// Runs the command with a standard output that cannot be written.
  ///
  /// - Returns: the exit code.
  static func run(
    _ arguments: [String], input: String = "", unwritable output: FileHandle, in folder: TestFolder
  ) throws -> Int32 {
    let process = Process()
    prepare(process, arguments, folder, [:])
    try folder.write(input, to: ".input")
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder.path)/.input"))
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Starts the command, to talk with it.
  ///
  /// - Parameter errors: The file in the folder that gets standard error; nil for that of the tests.
  init(
    _ arguments: [String], in folder: TestFolder, environment: [String: String] = [:], errors: String? = nil
  ) throws {
    Self.prepare(process, arguments, folder, environment)
    if let errors {
      try folder.write("", to: errors)
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/\(errors)"))
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// A test that has failed leaves no process.
  deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

  func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// The next line of the output, as soon as it is there; nil at the end.
  func line() -> String? {
    while true {
      if let end = read.firstIndex(of: 0x0A) {
        defer { read = Data(read[(end + 1)...]) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      read += more
    }
  }

  /// Ends its input and waits. - Returns: its exit code.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    while line() != nil {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  var processIdentifier: Int32 { process.processIdentifier }

  func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

  /// Waits until it ends by itself. - Returns: its exit code, or the signal that has ended it.
  func wait() -> (status: Int32, wasKilled: Bool) {
    while line() != nil {}
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal)
  }

  /// Sends it a signal and waits. - Returns: the number of the signal that has ended it, or its exit code.
  func end(by number: Int32) -> Int32 {
    signal(number)
    return wait().status
  }

  /// Kills it where it is. - Returns: the lines that it had still written.
  func kill() -> [String] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }
}
