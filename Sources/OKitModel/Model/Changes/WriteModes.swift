/// What a write has to heed besides the record of its entity. There is nothing most of the time, so that one comparison
/// is enough.
struct WriteModes: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// A transaction runs, whose journal gets the change.
  static let transaction = WriteModes(rawValue: 1)
  /// Changes are redone or undone: no journal gets them.
  static let replay = WriteModes(rawValue: 2)
  /// A computed property runs, which may write only what it has made itself.
  static let computation = WriteModes(rawValue: 4)
  /// Parts of models have documents of their own, some of which are partials.
  static let partials = WriteModes(rawValue: 8)

  /// Whether a journal gets the changes.
  @inline(__always)
  var collects: Bool { intersection([.transaction, .replay]) == .transaction }
}

extension ModelStore {
  /// Whether changes are redone or undone: no hooks run, and nothing is recorded.
  var isReplaying: Bool {
    get { journal.isReplaying }
    set {
      journal.isReplaying = newValue
      if newValue { modes.insert(.replay) } else { modes.remove(.replay) }
    }
  }
}
