/// The numbers of the last change of each model and of the one that is stored: a model is pending while they differ.
struct ChangeNumbers {
  private var current: [EntityID: Int] = [:]
  private var stored: [EntityID: Int] = [:]
  private var last = 0

  subscript(root: EntityID) -> Int { current[root] ?? 0 }

  mutating func change(_ root: EntityID) {
    last += 1
    current[root] = last
  }

  mutating func restore(_ root: EntityID, to number: Int) { current[root] = number == 0 ? nil : number }

  mutating func store(_ root: EntityID, as number: Int) { stored[root] = number }

  func isPending(_ root: EntityID) -> Bool { self[root] != stored[root] ?? 0 }
}

/// Marking models as pending.
///
/// A row remembers the epoch in which its model was marked, so that only the first write to it has to look for the model
/// above it. Whoever looks at the numbers, sets them back or moves entities begins a new epoch.
extension ModelStore {
  /// Notes that an entity was changed. O(1) when its model is marked in this epoch, else O(depth).
  @inline(__always)
  func markPending(_ entity: EntityID, _ row: EntityRecord) {
    if row.header.pointee.epoch != epoch { markModelPending(entity, row) }
  }

  private func markModelPending(_ entity: EntityID, _ row: EntityRecord) {
    // What is rolled back gets the numbers of before.
    guard !isRollingBack, row.header.pointee.isManaged else { return }
    row.header.pointee.epoch = epoch
    let root = rootOfTree(entity)
    if transactionDepth > 0, !isReplaying {
      journalNumbers.append(JournalNumber(position: journal.count, root: root, number: changeNumbers[root]))
    }
    changeNumbers.change(root)
  }

  /// Has every row look for its model again at its next change.
  func beginEpoch() {
    epoch &+= 1
    if epoch == 0 {
      epoch = 1
      for index in 0..<Int32(records.count) {
        if let row = records[index].row { EntityRecord(memory: row).header.pointee.epoch = 0 }
      }
    }
    setFastState()
  }

  /// Marks a whole model.
  func markPending(root: EntityID) { changeNumbers.change(root) }

  /// Whether a model differs from what is stored, as far as is known.
  func isPending(_ root: EntityID) -> Bool { changeNumbers.isPending(root) }

  /// The number of the state that somebody is about to write; hand it to `markStored` when that is done.
  func numberForStoring(_ root: EntityID) -> Int {
    beginEpoch()
    return changeNumbers[root]
  }

  func markStored(_ root: EntityID, as number: Int) { changeNumbers.store(root, as: number) }
}
