/// The memory of the rows of one type: chunks of rows, and those of them that are free.
///
/// Rows never move. A new one is a copy of the image, which is a row with the type's defaults as far as these are plain
/// bytes; the others are put in behind that.
final class EntityRecordPool {
  /// Chunks double up to about this size in bytes.
  private static let largestChunk = 1 << 16

  /// The properties that are made anew for each entity.
  let collections: [Property]
  let references: [Property]
  let moments: [Property]
  /// Those with a default that a copy of bytes would not count.
  private let countedDefaults: [Property]
  private let texts: [Int]
  private let objects: [Int]
  private let rowSize: Int
  private let image: EntityRecord
  @exclusivity(unchecked) private var chunks: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) private var rowsInChunk = 1
  @exclusivity(unchecked) private var unused = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The last row that became free; each begins with the address of the one before.
  @exclusivity(unchecked) private var lastFree: UnsafeMutableRawPointer?

  init(rowSize: Int, properties: [Property]) {
    self.rowSize = rowSize
    let stored = properties.filter { $0.computed == nil }
    collections = stored.filter(\.isCollection)
    references = stored.filter(\.isReference)
    moments = stored.filter { $0.defaultsToNow && !$0.isCollection }
    texts = stored.filter { $0.storage == .string }.map(\.offset)
    objects = stored.filter { $0.storage == .object }.map(\.offset)
    let defaults = stored.filter { !$0.isCollection && !$0.isReference && !$0.defaultsToNow }
    countedDefaults = defaults.filter { property in
      switch property.storage {
      case .string: property.defaultValue != .null && property.defaultValue != .string("")
      case .object: !property.defaultValue.isNull
      default: false
      }
    }
    image = EntityRecord(memory: .allocate(byteCount: rowSize, alignment: 8))
    image.memory.initializeMemory(as: UInt8.self, repeating: 0, count: rowSize)
    // The empty text has no memory of its own: a copy of its bytes is one.
    image.header.initialize(to: EntityRecordHeader(id: ""))
    for offset in texts { (image.memory + offset).initializeMemory(as: String.self, to: "") }
    for property in properties { image.setNil(property.slot, true) }
    let counted = Set(countedDefaults.map(\.slot))
    for property in defaults where !counted.contains(property.slot) { image.write(property, property.defaultValue) }
  }

  deinit {
    image.memory.deallocate()
    for chunk in chunks { chunk.deallocate() }
  }

  /// A row with the type's defaults and an empty id, without what is made anew for each entity. O(size of a row).
  func make() -> EntityRecord {
    let row = EntityRecord(memory: allocate())
    row.memory.copyMemory(from: image.memory, byteCount: rowSize)
    for property in countedDefaults { row.write(property, property.defaultValue) }
    return row
  }

  func free(_ row: EntityRecord) {
    for offset in texts { (row.memory + offset).assumingMemoryBound(to: String.self).deinitialize(count: 1) }
    for offset in objects { (row.memory + offset).assumingMemoryBound(to: AnyObject?.self).deinitialize(count: 1) }
    row.header.deinitialize(count: 1)
    row.memory.initializeMemory(as: UnsafeMutableRawPointer?.self, to: lastFree)
    lastFree = row.memory
  }

  private func allocate() -> UnsafeMutableRawPointer {
    if let row = lastFree {
      lastFree = row.load(as: UnsafeMutableRawPointer?.self)
      return row
    }
    if unused.count >= rowSize, let row = unused.baseAddress {
      unused = UnsafeMutableRawBufferPointer(rebasing: unused[rowSize...])
      return row
    }
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: rowsInChunk * rowSize, alignment: 8)
    chunks.append(chunk)
    unused = UnsafeMutableRawBufferPointer(start: chunk + rowSize, count: (rowsInChunk - 1) * rowSize)
    if rowsInChunk * rowSize < Self.largestChunk { rowsInChunk *= 2 }
    return chunk
  }
}
