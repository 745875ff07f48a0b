import Glibc

/// Repeats work on each save of the files that it has read, until a signal ends the session.
struct SaveLoop {
  private let files: Set<String>
  private let output: Output

  /// - Parameter files: the files that are followed besides those that were read.
  init(_ files: [String], _ output: Output) { (self.files, self.output) = (Set(files), output) }

  /// What a run has found.
  struct Result {
    /// The files that it has read.
    var files: Set<String>
    /// Whether it has missed something, so that a new script beside these files may be what it needs.
    var isIncomplete: Bool
  }

  /// - Returns: the exit status.
  func run(_ work: () throws -> Result) throws -> Int32 {
    var status: Int32 = 0
    try ShutdownSignal.handling { status = try repeating(work) }
    return status
  }

  private func repeating(_ work: () throws -> Result) throws -> Int32 {
    let watch = try FileWatch()
    var followed: Set<String> = []
    while ShutdownSignal.number == nil {
      // A file that is saved while it is read has an event.
      watch.follow(followed.union(files))
      let result = try work()
      if output.isBroken { return 1 }
      followed = result.files
      watch.follow(followed.union(files))
      output.note("watching \(followed.count) \(followed.count == 1 ? "file" : "files")")
      wait(for: watch, orNewScripts: result.isIncomplete)
    }
    return 0
  }

  private func wait(for watch: FileWatch, orNewScripts: Bool) {
    while ShutdownSignal.number == nil {
      let changes = watch.changes()
      if changes.isIncomplete || !changes.files.isEmpty { return }
      if orNewScripts, changes.others.contains(where: { $0.hasSuffix(".lua") }) { return }
      var descriptors = [watch.descriptor, ShutdownSignal.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&descriptors, nfds_t(descriptors.count), -1)
    }
  }
}
