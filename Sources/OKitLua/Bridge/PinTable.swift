/// The set of entities that Lua holds, so that each is pinned once. It stores their generations by index, in pages: a
/// lookup neither hashes nor counts references.
struct PinTable: ~Copyable {
  private static let pageSize = 1024
  private var pages: [UnsafeMutablePointer<UInt32>?] = []

  deinit { for page in pages { page?.deallocate() } }

  func contains(_ entity: EntityID) -> Bool {
    let (page, place) = Self.place(of: entity)
    return page < pages.count && pages[page]?[place] == Self.mark(entity)
  }

  /// Adds an entity that exists; one that was there before it, at its index, is gone.
  mutating func insert(_ entity: EntityID) {
    let (page, place) = Self.place(of: entity)
    while page >= pages.count { pages.append(nil) }
    if let generations = pages[page] {
      generations[place] = Self.mark(entity)
    } else {
      let generations = Self.makePage()
      generations[place] = Self.mark(entity)
      pages[page] = generations
    }
  }

  /// - Returns: whether the entity was there.
  mutating func remove(_ entity: EntityID) -> Bool {
    guard contains(entity) else { return false }
    let (page, place) = Self.place(of: entity)
    pages[page]?[place] = 0
    return true
  }

  mutating func removeAll() {
    for page in pages { page?.deallocate() }
    pages = []
  }

  private static func place(of entity: EntityID) -> (page: Int, place: Int) {
    (Int(entity.index) / pageSize, Int(entity.index) % pageSize)
  }

  private static func makePage() -> UnsafeMutablePointer<UInt32> {
    let page = UnsafeMutablePointer<UInt32>.allocate(capacity: pageSize)
    page.initialize(repeating: 0, count: pageSize)
    return page
  }

  /// Generations as they are stored: none is 0.
  private static func mark(_ entity: EntityID) -> UInt32 { entity.generation &+ 1 }
}
