/// Letting go of entities that are in no model.
extension ModelStore {
  /// Keeps an unmanaged entity alive for a holder outside the model.
  public func pin(_ entity: EntityID) {
    row(entity)?.header.pointee.pins += 1
  }

  public func unpin(_ entity: EntityID) {
    guard let row = row(entity) else { return }
    row.header.pointee.pins -= 1
    garbage.append(rootOfTree(entity))
  }

  /// How many candidates one collection looks at, if that is not less than a part of all: what a turn has made in seconds
  /// is not freed at once, where somebody waits.
  static let candidatesAtOnce = 1 << 17

  /// Frees the unmanaged entities that nobody holds. Called between turns; O(candidates and what is below them).
  public func collectGarbage() {
    guard transactionDepth == 0 else { return }
    pruneLookups()
    var candidates: [EntityID] = []
    swap(&candidates, &garbage)
    let share = max(Self.candidatesAtOnce, candidates.count / 8)
    if candidates.count > share {
      garbage = Array(candidates[..<(candidates.count - share)])
      candidates.removeSubrange(..<(candidates.count - share))
    }
    // What is held by something below it may be there many times.
    var held: Set<EntityID> = []
    for entity in candidates {
      guard let record = record(entity), let memory = record.row else { continue }
      let (type, row) = (types[Int(record.type)], EntityRecord(memory: memory))
      guard row.header.pointee.pins == 0, !row.header.pointee.isManaged, row.header.pointee.parent == nil else {
        continue
      }
      if type.owners.isEmpty {
        free(entity, type, row)
      } else if !held.contains(entity), !freeTree(entity) {
        held.insert(entity)
      }
    }
    // The room for a great many is not kept.
    guard garbage.isEmpty, candidates.capacity < 1 << 16 else { return }
    candidates.removeAll(keepingCapacity: true)
    swap(&candidates, &garbage)
  }

  /// - Returns: false when somebody holds a part of it.
  private func freeTree(_ entity: EntityID) -> Bool {
    let tree = subtree(entity)
    guard tree.allSatisfy({ row($0)?.header.pointee.pins == 0 }) else { return false }
    for part in tree {
      guard let record = record(part), let memory = record.row else { continue }
      free(part, types[Int(record.type)], EntityRecord(memory: memory))
    }
    return true
  }

  private func free(_ entity: EntityID, _ type: EntityType, _ row: EntityRecord) {
    forgetSources(of: row)
    for property in type.computed {
      if let cell = computedCells.removeValue(forKey: Self.key(entity, property.slot)) {
        graph.remove(cell.node)
        cell.holder.hold(.null, in: self)
      }
    }
    if !unknownKeys.isEmpty { unknownKeys[entity] = nil }
    if type.isReference { unlinkReference(entity, row) }
    type.rows.free(row)
    records[Int32(bitPattern: entity.index)].row = nil
    records[Int32(bitPattern: entity.index)].type = Self.noType
    records.release(Int32(bitPattern: entity.index))
  }
}
