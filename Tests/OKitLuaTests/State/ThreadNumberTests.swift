import Foundation
import OKitLua
import Synchronization
import Testing

/// The system gives a thread's number again when the thread has ended; its timers are not the new thread's.
@Suite(.serialized) struct ThreadNumberTests {
  /// The file that determines the number of the next thread; only a privileged process may write it.
  private static let chooser = "/proc/sys/kernel/ns_last_pid"

  private static func choose(after number: Int) -> Bool {
    let file = open(chooser, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let text = "\(number)"
    return write(file, text, text.utf8.count) == text.utf8.count
  }

  private static var number: Int? {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return link.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
  }

  private static func onThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.start()
    while !thread.isFinished { sched_yield() }
  }

  @Test(.enabled(if: access(chooser, W_OK) == 0))
  func aNumberThatComesAgain() throws {
    struct Handed: @unchecked Sendable { let state: LuaState }  // One thread at a time: the next one waits.
    let handed = Handed(state: try LuaState(limits: LuaLimits(time: .milliseconds(50))))
    let found = Mutex<(number: Int?, code: String?)>((nil, nil))
    Self.onThread {
      _ = problem { try handed.state.call(handed.state.load("return 1", chunk: "first.lua")) }
      found.withLock { $0.number = Self.number }
    }
    let first = try #require(found.withLock { $0.number })
    for _ in 1...1000 where found.withLock({ $0.code }) == nil {
      // A container may refuse what its files seem to allow.
      guard Self.choose(after: first - 1) else { return }
      Self.onThread {
        guard Self.number == first else { return }
        let failure = problem { try handed.state.call(handed.state.load("for i = 1, 1e10 do end", chunk: "next.lua")) }
        found.withLock { $0.code = failure?.code.rawValue ?? "none" }
      }
    }
    #expect(found.withLock { $0.code } == "lua.limit")
  }
}
