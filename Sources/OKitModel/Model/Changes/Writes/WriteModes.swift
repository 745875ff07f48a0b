/// What a write must consider besides the record of its entity, because of the state of the store or of the property.
/// Usually there is nothing, so that one comparison is enough.
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
  /// Observers of collections want to hear of the property.
  static let observers = WriteModes(rawValue: 16)
  /// The property takes no integer as it is, or needs more than a write of the record.
  static let checks = WriteModes(rawValue: 32)

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
