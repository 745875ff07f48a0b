/// A command that runs one application. The application is closed when the command ends, but its memory is not freed:
/// freeing a million objects takes about as long as creating them, and the system reclaims the process at once.
protocol ApplicationCommand: ParsableCommand {
  func run(keeping applications: inout [LuaApplication]) throws
}

extension ApplicationCommand {
  func run() throws {
    var applications: [LuaApplication] = []
    try run(keeping: &applications)
  }
}
