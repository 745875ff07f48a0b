/// Observing the elements of collections.
extension ModelStore {
  /// Returns whether a property can be observed in elements: stored as a plain value in each of them, in all
  /// subclasses.
  package func canObserve(_ slot: Int32, of type: EntityType) -> Bool {
    types.subtypes(of: type).allSatisfy { $0.properties[Int(slot)].storage.isPlain }
  }

  /// Returns the declared class of a collection's elements; nil when they are not entities.
  package func entityType(ofElements collection: CollectionRef) -> EntityType? {
    property(of: collection)?.type.element?.entityTypeName.flatMap(type(named:))
  }

  /// Calls an observer after insertions and removals, and after changes of some properties, until `stopObserving`.
  package func observe(_ collection: CollectionRef, _ slots: [Int32], by observer: CollectionObserver) {
    guard let elements = storage(collection)?.elements else { return }
    notified.forget()
    for slot in slots + [CollectionObservation.membership] {
      elements.observations.append(CollectionObservation(slot: slot, observer: observer))
    }
    countObservers(of: slots, in: entityType(ofElements: collection), 1)
  }

  /// - Parameter type: The class of the elements, also when the collection is gone already.
  package func stopObserving(
    _ collection: CollectionRef, _ slots: [Int32], of type: EntityType?, by observer: CollectionObserver
  ) {
    notified.forget()
    storage(collection)?.elements.observations.removeAll { $0.observer === observer }
    countObservers(of: slots, in: type, -1)
  }

  private func countObservers(of slots: [Int32], in type: EntityType?, _ count: Int) {
    guard let type else { return }
    for subtype in types.subtypes(of: type) {
      for slot in slots where slot >= 0 { subtype.properties[Int(slot)].observerCount += count }
    }
  }

  /// Returns a plain stored value without recording the read, for an observer, which hears of changes itself; nil when
  /// the element's class computes it.
  package func unrecordedValue(_ element: EntityID, _ slot: Int32) -> Value? {
    guard let record = record(element) else { return nil }
    let location = type(of: record).properties[Int(slot)].location
    return location.storage.isPlain ? record.value(at: location) : nil
  }

  /// Returns the elements of a collection without recording the read, for an observer.
  func unrecordedEntities(_ collection: CollectionRef) -> [EntityID] { storage(collection)?.elements.entities ?? [] }

  /// Returns whether an entity is in a collection now. O(1).
  package func isElement(_ entity: EntityID, of collection: CollectionRef) -> Bool {
    guard let header = record(entity)?.header else { return false }
    return header.pointee.parent == collection.owner && header.pointee.parentSlot == collection.slot
  }

  // MARK: Notifying

  /// Notifies the observers of a property that an entity has another integer. Called when `observerCount` is not 0.
  @inline(__always)
  func notifyObservers(of entity: EntityID, _ record: EntityRecord, _ property: Property, from old: Int, to new: Int) {
    if notified.belong(to: property.slot, in: record), let only = notified.beginWithOnly() {
      only._withUnsafeGuaranteedRef { $0.elementChanged(entity, property.slot, from: old, to: new, in: self) }
      notified.end()
    } else {
      notifyObservers(of: entity, record, property, old: .int(old), new: .int(new))
    }
  }

  /// Notifies the observers of a property that an entity has another value. Called when `observerCount` is not 0.
  @inline(never)
  func notifyObservers(of entity: EntityID, _ record: EntityRecord, _ property: Property, old: Value, new: Value) {
    guard let owner = record.header.pointee.parent else { return }
    let collection = CollectionRef(owner: owner, slot: record.header.pointee.parentSlot)
    if !notified.belong(to: property.slot, in: record) {
      notified.replace(collection, property.slot, by: observers(of: property.slot, in: collection))
    }
    if let only = notified.beginWithOnly() {
      only._withUnsafeGuaranteedRef { $0.elementChanged(entity, property.slot, old: old, new: new, in: self) }
      notified.end()
    } else {
      for observer in notified.observers {
        observer.elementChanged(entity, property.slot, old: old, new: new, in: self)
      }
    }
  }

  /// Notifies the observers of a collection that a service has given another key to an element.
  func notifyKeyObservers(of entity: EntityID, _ record: EntityRecord) {
    guard let owner = record.header.pointee.parent else { return }
    let collection = CollectionRef(owner: owner, slot: record.header.pointee.parentSlot)
    for observer in observers(of: CollectionObservation.key, in: collection) {
      observer.elementChanged(entity, CollectionObservation.key, old: .null, new: .null, in: self)
    }
  }

  private func observers(of slot: Int32, in collection: CollectionRef) -> [CollectionObserver] {
    guard let parent = record(collection.owner) else { return [] }
    let place = type(of: parent).properties[Int(collection.slot)]
    guard place.isCollection, let elements = parent.collection(place) else { return [] }
    return elements.observations.filter { $0.slot == slot }.map(\.observer)
  }

  /// Notifies the observers of a collection that `value` was inserted at an index, or removed from it.
  @inline(__always)
  func notifyObservers(of elements: CollectionStorage, _ value: Value, at index: Int, isPresent: Bool) {
    graph.prefetchEpoch.advance()
    if !elements.observations.isEmpty, case .entity(let element) = value { notify(elements, element, index, isPresent) }
  }

  private func notify(_ elements: CollectionStorage, _ element: EntityID, _ index: Int, _ isPresent: Bool) {
    for observation in elements.observations where observation.slot == CollectionObservation.membership {
      if isPresent {
        observation.observer.elementInserted(element, at: index, in: self)
      } else {
        observation.observer.elementRemoved(element, at: index, in: self)
      }
    }
  }

  /// Moves an element of a collection and notifies its observers.
  func move(in elements: CollectionStorage, from: Int, to: Int) {
    elements.move(from: from, to: to, entities)
    graph.prefetchEpoch.advance()
    for observation in elements.observations where observation.slot == CollectionObservation.membership {
      observation.observer.elementMoved(from: from, to: to, in: self)
    }
  }
}
