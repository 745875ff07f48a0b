import OKitEngine
import OKitLua

extension GlobalOptions {
  /// Starts an application that prints to `output`.
  ///
  /// - Throws: `CommandFailure` with what it fails with.
  func launch(
    script: String, arguments: [String], _ output: Output, _ end: SessionEnd,
    _ make: (LuaApplication.Options) throws -> LuaApplication
  ) throws -> LuaApplication {
    do {
      var options = try applicationOptions(script: script, arguments: arguments)
      let log = log
      options.print = { output.write($0 + "\n", to: .standard) }
      options.printError = { output.note($0) }
      options.write = { stream, bytes in output.write(bytes, to: stream == .output ? .standard : .error) }
      options.onExit = { end.request($0) }
      options.isEnding = { ShutdownSignal.number != nil }
      options.onReport = { output.report($0) }
      options.onLog = { if log.shows($0.level) { output.log($0) } }
      return try make(options)
    } catch let diagnostic as Diagnostic {
      if let status = end.status {
        if SessionEnd.isRequest(diagnostic) { throw CommandFailure(status: status) }
        // The script has failed, and asked for its end while it was closing variables.
        throw CommandFailure(status: status == 0 ? 1 : status, diagnostic: diagnostic)
      }
      let isUsage = ["function.locale", "function.timeZone", "cli.documents"].contains(diagnostic.code)
      throw CommandFailure(status: isUsage ? 2 : 1, diagnostic: diagnostic)
    }
  }
}
