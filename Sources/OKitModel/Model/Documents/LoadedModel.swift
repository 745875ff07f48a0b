/// A model that was read from what is stored of it, and not registered yet.
package struct LoadedModel {
  let root: EntityID
  /// The bytes of the document, for the place of a mistake.
  var bytes: [UInt8] = []
  /// Whether the model is as it is stored; else it has to be stored again.
  let isCurrent: Bool
  /// The state of the journal; nil for a model that must be stored as a whole.
  var form: StoredForm?
  /// The entities by id, where reading has needed them.
  var index: JournalReplay?
}
