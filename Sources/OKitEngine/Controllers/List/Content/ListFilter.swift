@_spi(Observation) internal import OKitModel

/// The search text and scope of a list at work: what they are compared with, by slot.
///
/// A class, because a filter is asked for each element, and copies of a struct would count the references of its
/// arrays.
final class ListFilter {
  /// Empty when only the scope counts, or a function of the script compares.
  private(set) var query: SearchQuery
  private var bytes: [UInt8]
  private(set) var scope: String?
  /// Whether the present query and scope find only elements that the last ones have found.
  private(set) var isNarrower = false
  var dirty: [Int32] = []
  private var nodes: [NodeID?]
  /// Whose texts are here and still hold.
  private var isRead: [Bool]
  private var searchTexts: [String]
  private var scopeTexts: [String?]
  /// What the script's functions let through; empty without them.
  private var isAccepted: [Bool]
  private let script: ListScript

  init(query: SearchQuery, scope: String?, slots: Int, script: ListScript) {
    (self.query, self.scope, self.script) = (query, scope, script)
    isAccepted = script.decides ? Array(repeating: true, count: slots) : []
    bytes = Array(query.text.utf8)
    nodes = Array(repeating: nil, count: slots)
    isRead = Array(repeating: false, count: slots)
    searchTexts = Array(repeating: "", count: slots)
    scopeTexts = Array(repeating: nil, count: slots)
  }

  /// Takes over a query and scope for which the texts that were read still hold.
  ///
  /// - Returns: False, having changed nothing, when other texts have to be read.
  func replace(query: SearchQuery, scope: String?) -> Bool {
    guard script.matches == nil, self.query.isEmpty == query.isEmpty, self.query.isRaw == query.isRaw,
      (self.scope == nil) == (scope == nil)
    else { return false }
    isNarrower = self.scope == scope && Self.contains(query.text, bytes)
    (self.query, self.scope, bytes) = (query, scope, Array(query.text.utf8))
    return true
  }

  func append() {
    nodes.append(nil)
    isRead.append(false)
    searchTexts.append("")
    scopeTexts.append(nil)
    if script.decides { isAccepted.append(true) }
  }

  func removeAll() { (nodes, isRead, searchTexts, scopeTexts, isAccepted, dirty) = ([], [], [], [], [], []) }

  func removeNodes(_ slots: [Int32], _ graph: DependencyGraph) {
    for slot in slots {
      if let node = nodes[Int(slot)] { graph.remove(node) }
      nodes[Int(slot)] = nil
      isRead[Int(slot)] = false
    }
  }

  /// The node that reads what the filter compares of an element.
  func node(_ slot: Int32, make: () -> NodeID) -> NodeID {
    if let node = nodes[Int(slot)] { return node }
    let node = make()
    nodes[Int(slot)] = node
    return node
  }

  func set(_ slot: Int32, isAccepted: Bool) { self.isAccepted[Int(slot)] = isAccepted }

  func set(_ slot: Int32, searchText: String, scopeText: String?) {
    isRead[Int(slot)] = true
    searchTexts[Int(slot)] = searchText
    scopeTexts[Int(slot)] = scopeText
  }

  func hasTexts(_ slot: Int32) -> Bool { isRead[Int(slot)] }

  func forgetTexts(_ slots: [Int32]) { for slot in slots { isRead[Int(slot)] = false } }

  func passes(_ slot: Int32) -> Bool {
    if let scope, scopeTexts[Int(slot)] != scope { return false }
    if script.decides {
      guard isAccepted[Int(slot)] else { return false }
      if script.matches != nil { return true }
    }
    return Self.contains(searchTexts[Int(slot)], bytes)
  }

  private static func contains(_ text: String, _ query: [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      query.withUnsafeBufferPointer { query in
        guard let first = query.first else { return true }
        guard bytes.count >= query.count else { return false }
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
  /// Whether a search text or a scope filters the elements.
  var isSearched: Bool { !settings.query.isEmpty || settings.scope != nil }

  /// Takes over another search text or scope. Texts that were read stay when the same things are compared.
  func replaceFilter() {
    let (query, scope) = (settings.query, settings.scope)
    guard !query.isEmpty || scope != nil || source.script.filters else {
      let slots = dataSlots.joined
      filter?.removeNodes(slots, graph)
      filter = nil
      for slot in slots { isVisible[Int(slot)] = true }
      return
    }
    if let filter, filter.replace(query: query, scope: scope) { return }
    filter?.removeNodes(dataSlots.joined, graph)
    filter = ListFilter(query: query, scope: scope, slots: elements.count, script: source.script)
  }

  /// Looks again at the elements whose texts may have changed, or at all that another search text may find.
  func updateFilter(all: Bool) {
    guard let filter else { return }
    let texts = changedTexts.isEmpty ? [] : take(&changedTexts)
    filter.forgetTexts(texts)
    let changed = filter.dirty + texts
    filter.dirty = []
    if all {
      let isNarrower = filter.isNarrower
      for slot in dataSlots.joined where !isNarrower || isVisible[Int(slot)] {
        isVisible[Int(slot)] = readFilter(slot, filter)
      }
    }
    for slot in changed where groupOf[Int(slot)] != ListGroups.none {
      let passes = readFilter(slot, filter)
      guard passes != isVisible[Int(slot)] else { continue }
      if passes { show(slot) } else { hide(slot) }
      isVisible[Int(slot)] = passes
    }
  }

  /// Whether the filter lets an element through, by its texts now.
  func readFilter(_ slot: Int32, _ filter: ListFilter) -> Bool {
    if observed?.texts != nil {
      if !filter.hasTexts(slot) { readTexts(slot, elements[Int(slot)]) }
    } else {
      graph.update(filter.node(slot, make: { graph.makeNode(nodeHandler, token: Self.filterToken(slot)) }))
    }
    return filter.passes(slot)
  }

  /// Normalizing a long text takes long. Without a budget, the content is dropped after the update.
  private func comparable(_ text: String) -> String {
    store.isBudgetExhausted(after: 1 + text.utf8.count / 16) ? "" : settings.query.comparable(text)
  }

  /// Evaluates what the filter compares of an element.
  func readTexts(_ slot: Int32, _ element: EntityID) {
    let searchText =
      settings.query.isEmpty || source.script.matches != nil ? nil : source.search?.text(of: element).map(comparable)
    let scopeText = settings.scope == nil ? nil : source.scope?.text(of: element)
    filter?.set(slot, searchText: searchText ?? "", scopeText: scopeText)
    guard source.script.decides else { return }
    let matches = settings.query.isEmpty ? true : source.script.matches?(element, settings.typedText) ?? true
    filter?.set(slot, isAccepted: matches && (source.script.accepts?(element) ?? true))
  }
}
