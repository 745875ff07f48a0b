/// The memory of the records of one type: chunks of records, and a list of free records.
///
/// Records never move. A new record is a copy of the image, which has the type's defaults as far as these are plain
/// bytes; the others are written after that.
///
/// Invariants: every chunk lives as long as the pool. A free record begins with the address of the next free one. A
/// record in use was returned by `make` and not passed to `free` since, so that its header, texts and objects are
/// initialised.
final class EntityRecordPool {
  /// Chunks double up to about this size in bytes.
  private static let largestChunk = 1 << 16

  /// The properties that are made for each entity.
  let collectionForms: [CollectionStorage.Form]
  let references: [Property]
  let referenceLocations: [PropertyLocation]
  let datesOfCreation: [Property]
  /// Whether a new record has all that its entity needs: none of the three above.
  let isComplete: Bool
  /// Those whose defaults are reference counted.
  private let countedDefaults: [Property]
  let texts: [PropertyLocation]
  let objects: [PropertyLocation]
  let recordSize: Int
  private let image: EntityRecord
  @exclusivity(unchecked) private var chunks: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) private var recordsInChunk = 1
  @exclusivity(unchecked) private var unused = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The record that was freed last; each begins with the address of the one freed before.
  @exclusivity(unchecked) private var lastFree: UnsafeMutableRawPointer?

  init(recordSize: Int, properties: [Property]) {
    self.recordSize = recordSize
    image = EntityRecord(memory: .allocate(byteCount: recordSize, alignment: 8))
    image.memory.initializeMemory(as: UInt8.self, repeating: 0, count: recordSize)
    // An empty text has no memory of its own, so that its bytes may be copied.
    image.header.initialize(to: EntityRecordHeader(id: ""))
    var (forms, references, dates, counted): ([CollectionStorage.Form], [Property], [Property], [Property]) =
      ([], [], [], [])
    var (texts, objects): ([PropertyLocation], [PropertyLocation]) = ([], [])
    for property in properties {
      let location = property.location
      image.setNil(location, true)
      if property.isComputed { continue }
      switch location.storage {
      case .string:
        texts.append(location)
        image.pointer(location, String.self).initialize(to: "")
      case .object, .collection: objects.append(location)
      default: break
      }
      if property.isCollection {
        forms.append(CollectionStorage.Form(property.type, location))
      } else if property.isReference {
        references.append(property)
      } else if property.defaultsToNow {
        dates.append(property)
      } else if Self.hasCountedDefault(property) {
        counted.append(property)
      } else {
        image.write(property.defaultValue, at: location)
      }
    }
    (collectionForms, self.references, datesOfCreation, countedDefaults) = (forms, references, dates, counted)
    (self.texts, self.objects) = (texts, objects)
    referenceLocations = references.map(\.location)
    isComplete = forms.isEmpty && references.isEmpty && dates.isEmpty
  }

  private static func hasCountedDefault(_ property: Property) -> Bool {
    switch property.storage {
    case .string: property.defaultValue != .null && property.defaultValue != .string("")
    case .object: !property.defaultValue.isNull
    default: false
    }
  }

  deinit {
    image.memory.deallocate()
    for chunk in chunks { chunk.deallocate() }
  }

  /// Returns a record with the type's defaults and an empty id, without what is made for each entity. O(size of a
  /// record).
  func make() -> EntityRecord {
    let record = EntityRecord(memory: allocate())
    record.memory.copyMemory(from: image.memory, byteCount: recordSize)
    for property in countedDefaults { record.write(property.defaultValue, at: property.location) }
    return record
  }

  func free(_ record: EntityRecord) {
    for text in texts { record.pointer(text, String.self).deinitialize(count: 1) }
    for object in objects { record.pointer(object, AnyObject?.self).deinitialize(count: 1) }
    record.header.deinitialize(count: 1)
    record.memory.initializeMemory(as: UnsafeMutableRawPointer?.self, to: lastFree)
    lastFree = record.memory
  }

  private func allocate() -> UnsafeMutableRawPointer {
    if let record = lastFree {
      lastFree = record.load(as: UnsafeMutableRawPointer?.self)
      return record
    }
    if unused.count >= recordSize, let record = unused.baseAddress {
      unused = UnsafeMutableRawBufferPointer(rebasing: unused[recordSize...])
      return record
    }
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: recordsInChunk * recordSize, alignment: 8)
    chunks.append(chunk)
    unused = UnsafeMutableRawBufferPointer(start: chunk + recordSize, count: (recordsInChunk - 1) * recordSize)
    if recordsInChunk * recordSize < Self.largestChunk { recordsInChunk *= 2 }
    return chunk
  }
}
