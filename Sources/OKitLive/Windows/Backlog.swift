/// What waits for a renderer that reads more slowly than the application changes: instead of a growing queue, it gets
/// one complete screen later.
package struct Backlog: Sendable {
  package enum Decision: Sendable, Hashable {
    /// Write it now.
    case write
    /// Nothing is to be written: a complete screen follows when the renderer has read what was written before.
    case skip
  }

  /// The number of bytes that may wait, beside one message that is larger.
  private let limit: Int
  /// The bytes that were passed to the connection, which has not sent them yet.
  package private(set) var waiting = 0
  /// Whether the renderer has missed updates.
  package private(set) var needsScreen = false
  /// The answers that follow the complete screen.
  private var answers: [[UInt8]] = []
  /// The actions that were received and not answered.
  package private(set) var unanswered = 0

  package init(limit: Int = 2 << 20) { self.limit = limit }

  /// Decides whether a message is written that a complete screen replaces.
  package mutating func update(_ size: Int) -> Decision {
    if !needsScreen, waiting == 0 || waiting + size <= limit { return .write }
    needsScreen = true
    return .skip
  }

  /// Decides whether a message is written that a person can do without.
  package func notice(_ size: Int) -> Decision { waiting + size <= limit ? .write : .skip }

  package mutating func received() { unanswered += 1 }

  /// Decides whether an answer is written: not before the screen that shows what the action has changed.
  package mutating func answer(_ text: [UInt8]) -> Decision {
    guard needsScreen else { return .write }
    answers.append(text)
    return .skip
  }

  /// Notes that a message was passed to the connection.
  package mutating func willWrite(_ size: Int) { waiting += size }

  /// Notes that the connection has sent a message.
  ///
  /// - Parameter isAnswer: Whether an action is answered by it.
  /// - Returns: Whether the complete screen has to be written now.
  package mutating func didWrite(_ size: Int, isAnswer: Bool) -> Bool {
    waiting -= size
    if isAnswer { unanswered -= 1 }
    return needsScreen && waiting == 0
  }

  /// Returns the answers to write after the complete screen, which is passed to the connection now.
  package mutating func catchUp() -> [[UInt8]] {
    defer { answers = [] }
    needsScreen = false
    return answers
  }
}
