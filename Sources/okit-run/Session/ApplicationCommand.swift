import ArgumentParser
import OKitLua

/// A command that runs one application, which is closed when the command ends but lasts as long as the process: to free a
/// million things that a script has made takes about as long as to make them, and the system clears them all at once.
protocol ApplicationCommand: ParsableCommand {
  func run(keeping applications: inout [LuaApplication]) throws
}

extension ApplicationCommand {
  func run() throws {
    var applications: [LuaApplication] = []
    try run(keeping: &applications)
  }
}
