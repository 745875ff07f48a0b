/// A list that changes at its end. A long one consists of chunks: it grows without being copied.
private struct ChunkedStack<Chunk: StackChunk> {
  private static var chunkLength: Int { 1024 }
  /// Full chunks.
  private(set) var chunks: [Chunk] = []
  /// The elements after the full chunks.
  var last: [Chunk.Element] = []

  var count: Int { chunks.count * Self.chunkLength + last.count }

  subscript(index: Int) -> Chunk.Element {
    let chunk = index / Self.chunkLength
    return chunk < chunks.count ? chunks[chunk].element(index % Self.chunkLength) : last[index % Self.chunkLength]
  }

  mutating func append(_ element: Chunk.Element) {
    if last.count == Self.chunkLength { beginChunk() }
    last.append(element)
  }

  private mutating func beginChunk() {
    chunks.append(.make(taking: &last))
    last.reserveCapacity(Self.chunkLength)
  }

  @discardableResult
  mutating func popLast() -> Chunk.Element? {
    if last.isEmpty { last = chunks.popLast()?.elements ?? [] }
    return last.popLast()
  }

  /// Removes everything.
  ///
  /// - Parameter count: Whether to keep memory, for at most this number of elements.
  mutating func removeAll(keeping count: Int) {
    chunks = []
    last.removeAll(keepingCapacity: last.capacity <= count)
  }
}

/// A full chunk of a list.
private protocol StackChunk {
  associatedtype Element
  /// Makes a chunk of elements without copying them. The array is empty then, and keeps memory that the chunk does not
  /// need.
  static func make(taking elements: inout [Element]) -> Self
  var elements: [Element] { get }
  func element(_ index: Int) -> Element
}

extension [Mutation]: StackChunk {
  fileprivate static func make(taking elements: inout [Mutation]) -> [Mutation] {
    defer { elements = [] }
    return elements
  }
  fileprivate var elements: [Mutation] { self }
  fileprivate func element(_ index: Int) -> Mutation { self[index] }
}

/// Writes of one property in little memory, or any other entries.
private enum EntryChunk: StackChunk {
  case packed(PackedWrites)
  case plain([MutationList.Entry])

  init(_ entries: UnsafeBufferPointer<MutationList.Entry>) {
    self = PackedWrites.make(of: entries).map(EntryChunk.packed) ?? .plain(Array(entries))
  }

  static func make(taking entries: inout [MutationList.Entry]) -> EntryChunk {
    guard let writes = entries.withUnsafeBufferPointer({ PackedWrites.make(of: $0) }) else {
      defer { entries = [] }
      return .plain(entries)
    }
    entries.removeAll(keepingCapacity: true)
    return .packed(writes)
  }

  var elements: [MutationList.Entry] {
    switch self {
    case .packed(let writes): (0..<writes.count).map { writes[$0] }
    case .plain(let entries): entries
    }
  }

  func element(_ index: Int) -> MutationList.Entry {
    switch self {
    case .packed(let writes): writes[index]
    case .plain(let entries): entries[index]
    }
  }

  var bytes: Int {
    switch self {
    case .packed(let writes): writes.bytes
    case .plain(let entries): entries.count * MemoryLayout<MutationList.Entry>.stride
    }
  }
}

extension ChunkedStack<EntryChunk> {
  mutating func append(contentsOf elements: UnsafeBufferPointer<MutationList.Entry>) {
    var rest = elements
    while !rest.isEmpty {
      if last.count == Self.chunkLength { beginChunk() }
      let taken = min(rest.count, Self.chunkLength - last.count)
      let part = UnsafeBufferPointer(rebasing: rest[..<taken])
      if taken == Self.chunkLength { chunks.append(EntryChunk(part)) } else { last.append(contentsOf: part) }
      rest = UnsafeBufferPointer(rebasing: rest[taken...])
    }
  }
}

/// Mutations in the order in which they were made. Writes of plain values, and insertions of entities into lists and
/// sets, take 32 bytes each, and many writes of one property less.
struct MutationList {
  private var entries = ChunkedStack<EntryChunk>()
  /// The mutations that do not fit into an entry, in the order of their entries.
  private var others = ChunkedStack<[Mutation]>()

  init() {}

  init(_ mutations: some Sequence<Mutation>) { for mutation in mutations { append(mutation) } }

  enum Kind: UInt8 { case write, insertion, other }

  /// A write of a plain property whose old and new value fit into a word, the insertion of an entity, or the place of
  /// another mutation in `others`.
  struct Entry {
    var owner = EntityID(index: 0, generation: 0)
    var slot: Int32 = 0
    var kind = Kind.write
    var oldKind = PlainWord.Kind.null
    var newKind = PlainWord.Kind.null
    /// Of an insertion, its index; of another mutation, its place.
    var old: UInt64
    /// Of an insertion, the entity.
    var new: UInt64 = 0

    /// A write of a plain property.
    @inline(__always)
    init(_ owner: EntityID, _ slot: Int32, old: PlainWord, new: PlainWord) {
      (self.owner, self.slot, oldKind, newKind) = (owner, slot, old.kind, new.kind)
      (self.old, self.new) = (old.bits, new.bits)
    }

    /// The insertion of an entity, which is a word.
    init(_ place: CollectionRef, at index: Int, _ entity: PlainWord) {
      (owner, slot, kind, newKind) = (place.owner, place.slot, .insertion, entity.kind)
      (old, new) = (UInt64(bitPattern: Int64(index)), entity.bits)
    }

    /// Another mutation at a place in `others`.
    init(other place: Int) { (kind, old) = (.other, UInt64(place)) }

    var newWord: PlainWord {
      get { PlainWord(kind: newKind, bits: new) }
      set { (newKind, new) = (newValue.kind, newValue.bits) }
    }
  }

  private func mutation(_ entry: Entry) -> Mutation {
    switch entry.kind {
    case .write:
      .set(
        entry.owner, entry.slot, old: PlainWord(kind: entry.oldKind, bits: entry.old).value, new: entry.newWord.value)
    case .insertion:
      .insert(
        CollectionRef(owner: entry.owner, slot: entry.slot), Int(Int64(bitPattern: entry.old)), entry.newWord.value,
        key: nil)
    case .other: others[Int(entry.old)]
    }
  }

  /// Counts the mutations with the values that they hold.
  func add(to census: inout MemoryCensus) {
    for chunk in entries.chunks { census.add(bytes: chunk.bytes) }
    census.add(
      bytes: entries.last.count * MemoryLayout<Entry>.stride + others.count * MemoryLayout<Mutation>.stride)
    for index in 0..<others.count {
      for value in others[index].values { census.add(value) }
    }
  }

  // MARK: Changing

  mutating func append(_ mutation: Mutation) {
    switch mutation {
    case .set(let owner, let slot, let old, let new): append(owner, slot, old: old, new: new)
    case .insert(let place, let index, .entity(let entity), nil): append(entity, insertedInto: place, at: index)
    default: appendOther(mutation)
    }
  }

  /// Appends the insertion of an entity into a list or a set.
  mutating func append(_ entity: EntityID, insertedInto place: CollectionRef, at index: Int) {
    guard let word = PlainWord(.entity(entity)) else { return }
    entries.append(Entry(place, at: index, word))
  }

  /// Appends a write.
  mutating func append(_ owner: EntityID, _ slot: Int32, old: Value, new: Value) {
    guard let before = PlainWord(old), let after = PlainWord(new) else {
      return appendOther(.set(owner, slot, old: old, new: new))
    }
    append(owner, slot, old: before, new: after)
  }

  private mutating func append(_ owner: EntityID, _ slot: Int32, old: PlainWord, new: PlainWord) {
    entries.append(Entry(owner, slot, old: old, new: new))
  }

  /// Appends writes of plain properties.
  mutating func append(_ writes: UnsafeBufferPointer<Entry>) {
    // Most transactions write one property.
    if writes.count == 1 { entries.append(writes[0]) } else { entries.append(contentsOf: writes) }
  }

  private mutating func appendOther(_ mutation: Mutation) {
    entries.append(Entry(other: others.count))
    others.append(mutation)
  }

  /// Changes the new value of the last mutation, which is a write.
  mutating func setLast(to new: Value) {
    if let word = PlainWord(new), let place = entries.last.indices.last, entries.last[place].kind == .write {
      entries.last[place].newWord = word
      return
    }
    guard case .set(let owner, let slot, let old, _)? = popLast() else { return }
    append(owner, slot, old: old, new: new)
  }

  mutating func popLast() -> Mutation? {
    guard let entry = entries.popLast() else { return nil }
    let mutation = mutation(entry)
    if entry.kind == .other { others.popLast() }
    return mutation
  }

  /// Removes everything.
  ///
  /// - Parameter count: Whether to keep memory, for at most this number of mutations.
  mutating func removeAll(keeping count: Int) {
    entries.removeAll(keeping: count)
    others.removeAll(keeping: count)
  }
}

extension MutationList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }
  subscript(index: Int) -> Mutation { mutation(entries[index]) }
}

extension MutationList {
  /// Passes the entities that the mutations need.
  func forEachEntity(_ body: (EntityID) -> Void) {
    for chunk in entries.chunks {
      switch chunk {
      case .packed(let writes): writes.forEachOwner(body)
      case .plain(let entries): forEachEntity(of: entries, body)
      }
    }
    forEachEntity(of: entries.last, body)
  }

  private func forEachEntity(of entries: [Entry], _ body: (EntityID) -> Void) {
    for entry in entries {
      if entry.kind == .other {
        others[Int(entry.old)].forEachEntity(body)
      } else {
        body(entry.owner)
        if let entity = PlainWord(kind: entry.oldKind, bits: entry.old).entity { body(entity) }
        if let entity = entry.newWord.entity { body(entity) }
      }
    }
  }
}
