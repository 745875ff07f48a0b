import Glibc
import OKitEngine

/// Repeats work on each save of the files that it has read, until a signal ends the session.
struct SaveLoop {
  private let files: Set<String>
  private let output: Output

  /// - Parameter files: the files that are followed besides those that were read.
  init(_ files: [String], _ output: Output) { (self.files, self.output) = (Set(files), output) }

  /// - Parameter work: returns the files that it has read.
  /// - Returns: the exit status.
  func run(_ work: () throws -> Set<String>) throws -> Int32 {
    var status: Int32 = 0
    try ShutdownSignal.handling { status = try repeating(work) }
    return status
  }

  private func repeating(_ work: () throws -> Set<String>) throws -> Int32 {
    let watch = try FileWatch()
    var followed: Set<String> = []
    while ShutdownSignal.number == nil {
      // A file that is saved while it is read has an event.
      watch.follow(followed.union(files))
      let read = try work()
      if output.isBroken { return 1 }
      followed = read
      watch.follow(followed.union(files))
      output.note("watching \(followed.count) \(followed.count == 1 ? "file" : "files")")
      wait(for: watch)
    }
    return 0
  }

  private func wait(for watch: FileWatch) {
    while ShutdownSignal.number == nil, !watch.hasChanged() {
      var descriptors = [watch.descriptor, ShutdownSignal.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&descriptors, nfds_t(descriptors.count), -1)
    }
  }
}
