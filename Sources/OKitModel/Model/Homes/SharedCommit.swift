/// What a store of a state writes in one commit, collected from the homes of its models.
package struct SharedCommit {
  var writes: [ModelWrite] = []
  /// The number of each model's state that is being stored.
  var numbers: [EntityID: Int] = [:]
  var parts: [PartChanges] = []
  /// The models whose databases documents replace.
  var replaced: [String] = []
  /// The documents that something else has changed.
  var edited: [String] = []

  var isEmpty: Bool { writes.isEmpty && parts.isEmpty }

  /// Tells the models that nothing was written.
  func cancel() { for write in writes { write.finish(false) } }
}

/// The step that stores one model: what is written, and what follows from the outcome.
struct ModelWrite {
  /// Nil if the stored form is that of the model already.
  var write: StorageWrite?
  /// Called with whether it was stored.
  var finish: (Bool) -> Void
}
