/// The search text and scope of a list at work: what they are compared with, by slot.
struct ListFilter {
  /// Empty when only the scope counts.
  var query: SearchQuery {
    didSet { bytes = Array(query.text.utf8) }
  }
  private var bytes: [UInt8]
  var scope: String?
  var dirty: [Int32] = []
  private var nodes: [NodeID?]
  /// Whose texts are here and still hold.
  private var isRead: [Bool]
  private var searchTexts: [String]
  private var scopeTexts: [String?]

  init(query: SearchQuery, scope: String?, slots: Int) {
    (self.query, self.scope) = (query, scope)
    bytes = Array(query.text.utf8)
    nodes = Array(repeating: nil, count: slots)
    isRead = Array(repeating: false, count: slots)
    searchTexts = Array(repeating: "", count: slots)
    scopeTexts = Array(repeating: nil, count: slots)
  }

  mutating func append() {
    nodes.append(nil)
    isRead.append(false)
    searchTexts.append("")
    scopeTexts.append(nil)
  }

  mutating func removeAll() { (nodes, isRead, searchTexts, scopeTexts, dirty) = ([], [], [], [], []) }

  mutating func removeNodes(_ slots: [Int32], _ graph: DependencyGraph) {
    for slot in slots {
      if let node = nodes[Int(slot)] { graph.remove(node) }
      nodes[Int(slot)] = nil
      isRead[Int(slot)] = false
    }
  }

  /// The node that reads what the filter compares of an element.
  mutating func node(_ slot: Int32, make: () -> NodeID) -> NodeID {
    if let node = nodes[Int(slot)] { return node }
    let node = make()
    nodes[Int(slot)] = node
    return node
  }

  mutating func set(_ slot: Int32, searchText: String, scopeText: String?) {
    isRead[Int(slot)] = true
    searchTexts[Int(slot)] = searchText
    scopeTexts[Int(slot)] = scopeText
  }

  func hasTexts(_ slot: Int32) -> Bool { isRead[Int(slot)] }

  mutating func forgetTexts(_ slots: [Int32]) { for slot in slots { isRead[Int(slot)] = false } }

  func passes(_ slot: Int32) -> Bool {
    if let scope, scopeTexts[Int(slot)] != scope { return false }
    return bytes.isEmpty || Self.contains(searchTexts[Int(slot)], bytes)
  }

  private static func contains(_ text: String, _ query: [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      query.withUnsafeBufferPointer { query in
        guard let first = query.first, bytes.count >= query.count else { return false }
        for start in 0...(bytes.count - query.count) where bytes[start] == first {
          var length = 1
          while length < query.count, bytes[start + length] == query[length] { length += 1 }
          if length == query.count { return true }
        }
        return false
      }
    }
  }
}

/// The elements that match the filter.
extension ListContent {
  /// Takes over another search text or scope. Texts that were read stay when the same things are compared.
  func replaceFilter() {
    let (query, scope) = (settings.query, settings.scope)
    guard !query.isEmpty || scope != nil else {
      let slots = dataSlots.joined
      filter?.removeNodes(slots, graph)
      filter = nil
      for slot in slots { isVisible[Int(slot)] = true }
      return
    }
    if let old = filter, old.query.isEmpty == query.isEmpty, old.query.isRaw == query.isRaw,
      (old.scope == nil) == (scope == nil)
    {
      filter?.query = query
      filter?.scope = scope
      return
    }
    filter?.removeNodes(dataSlots.joined, graph)
    filter = ListFilter(query: query, scope: scope, slots: elements.count)
  }

  /// Looks again at the elements whose texts may have changed, or at all of them.
  func updateFilter(all: Bool) {
    guard filter != nil else { return }
    let texts = changedTexts.isEmpty ? [] : take(&changedTexts)
    filter?.forgetTexts(texts)
    if all {
      for slot in dataSlots.joined { isVisible[Int(slot)] = readFilter(slot) }
      filter?.dirty = []
      return
    }
    let changed = (filter?.dirty ?? []) + texts
    filter?.dirty = []
    for slot in changed where groupOf[Int(slot)] != ListGroups.none {
      let passes = readFilter(slot)
      guard passes != isVisible[Int(slot)] else { continue }
      if passes { show(slot) } else { hide(slot) }
      isVisible[Int(slot)] = passes
    }
  }

  /// Whether the filter lets an element through, by its texts now.
  func readFilter(_ slot: Int32) -> Bool {
    if observed?.texts != nil {
      if filter?.hasTexts(slot) == false { readTexts(slot, elements[Int(slot)]) }
      return filter?.passes(slot) ?? true
    }
    guard let node = filter?.node(slot, make: { graph.makeNode(nodeHandler, token: Self.filterToken(slot)) })
    else { return true }
    graph.update(node)
    return filter?.passes(slot) ?? true
  }

  /// Evaluates what the filter compares of an element.
  func readTexts(_ slot: Int32, _ element: EntityID) {
    let searchText = settings.query.isEmpty ? nil : source.search?.text(of: element).map(settings.query.comparable)
    let scopeText = settings.scope == nil ? nil : source.scope?.text(of: element)
    filter?.set(slot, searchText: searchText ?? "", scopeText: scopeText)
  }
}
