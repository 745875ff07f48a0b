/// A window of an application and what its renderer has got: the last screen with its revision, the updates before it,
/// and the answers to the last actions.
///
/// It has no connection: its owner sends what the functions return.
package final class LiveWindow {
  package struct Limits: Sendable {
    /// The number of bytes of the kept updates.
    package var updates = 1 << 20
    /// The number of actions that may be unanswered.
    package var unanswered = 64

    package init() {}
  }

  package let id: String
  package let content: any WindowContent
  /// What the person sees of the renderer; nil until it says so.
  package var view: PageView?
  /// The revision of the last screen; 0 before the first one.
  package private(set) var revision = 0
  /// The number of the last action that was performed; 0 for none.
  package private(set) var performed = 0
  private var last: LiveScreen?
  private var log: UpdateLog
  /// The answers to the last actions, oldest first.
  private var answers: [(number: Int, error: Diagnostic?)] = []
  private let limits: Limits

  package init(_ id: String, _ content: any WindowContent, limits: Limits = Limits()) {
    (self.id, self.content, self.limits) = (id, content, limits)
    log = UpdateLog(limit: limits.updates)
  }

  // MARK: Screens

  /// Compares the screen with the last one.
  ///
  /// - Returns: The update from one to the other; nil if nothing has changed, or if there was no screen before.
  /// - Throws: `json.number` and `json.depth`, for what JSON cannot express.
  package func update() throws -> [UInt8]? {
    let screen = try content.screen
    guard let last else {
      (last, revision) = (screen, 1)
      return nil
    }
    let changes = LiveChanges(from: last, to: screen)
    let motion = screen.place.motion(from: last.place)
    guard !changes.isEmpty else {
      self.last = screen
      return nil
    }
    let message = ServerMessage.update(from: revision, to: revision + 1, changes, motion)
    let text = try message.jsonValue.jsonBytes()
    log.add(text, from: revision)
    (self.last, revision) = (screen, revision + 1)
    return text
  }

  /// The entities that have rows on the last screen.
  package var entities: Set<EntityID> { last?.entities ?? [] }

  /// Notes that entities have other handles since the last screen.
  package func rename(_ handles: [EntityID: EntityID]) { last = last?.renaming(handles) }

  /// Returns the last screen as a whole, which is the present one after `update`.
  ///
  /// - Throws: What `update` throws.
  package func wholeScreen() throws -> [UInt8] {
    if last == nil { _ = try update() }
    return try ServerMessage.screen(revision: revision, last ?? content.screen).jsonValue.jsonBytes()
  }

  /// Returns what a renderer needs that has seen a revision: the updates that it has missed, or a complete screen.
  ///
  /// - Throws: What `update` throws.
  package func missed(since seen: Int?) throws -> [[UInt8]] {
    _ = try update()
    if let seen, let updates = log.updates(from: seen, to: revision) { return updates }
    return [try wholeScreen()]
  }

  // MARK: Actions

  /// Performs an action once.
  ///
  /// - Returns: The answer, which has to follow the updates that the action causes.
  package func perform(_ act: PageMessage.Act) -> ServerMessage {
    if act.number <= performed {
      guard let answer = answers.last(where: { $0.number == act.number }) else {
        return .done(
          number: act.number,
          error: Diagnostic("live.action", "action \(act.number) was performed before; its result is not kept"))
      }
      return .done(number: act.number, error: answer.error)
    }
    performed = act.number
    let error = failure(of: act.action, instance: act.instance ?? Self.cover)
    answers.append((act.number, error))
    if answers.count > limits.unanswered { answers.removeFirst() }
    return .done(number: act.number, error: error)
  }

  /// Performs an action without a number.
  ///
  /// - Parameter instance: The instance of the screen that the action is meant for; nil for any.
  package func perform(_ action: JSONValue, instance: Int?) -> ServerMessage {
    .done(number: nil, error: failure(of: action, instance: instance))
  }

  /// Stands for the instance of a cover, which is that of no screen.
  private static let cover = -1

  private func failure(of action: JSONValue, instance: Int?) -> Diagnostic? {
    do {
      try content.perform(action, instance: instance)
      return nil
    } catch { return error.asDiagnostic }
  }
}
