@_spi(Observation) internal import OKitModel

/// The content of a list: its elements filtered, sorted and grouped, updated incrementally.
///
/// Each element has a slot with its keys. Changes arrive by observing the collection, or, where that is not possible,
/// by one node in the dependency graph for each element. An element that changed costs its own keys and two binary
/// searches, elements that came or went cost themselves, and when much has changed at once everything is put in order
/// again. Elements stand in the list once, however often the data names them.
final class ListContent {
  /// The source of the elements.
  struct Source {
    /// Evaluated in the controller's context.
    var data: () -> Data
    var sort: [ElementReader] = []
    var group: ElementReader?
    var groupName: ElementReader?
    var search: ElementReader?
    var scope: ElementReader?
    /// The functions of a script that filter and sort.
    var script = ListScript()
    /// Compares the texts of the sort keys.
    var collator: TextCollator
  }

  enum Data {
    /// A live collection of entities.
    case collection(CollectionRef)
    /// Entities, each once.
    case entities([EntityID])
  }

  struct Settings: Equatable {
    var ascending = true
    var groupsSorted = true
    var groupsAscending = true
    /// Nothing is searched when it is empty.
    var query = SearchQuery.empty
    /// The text that the scope's property must have; nil for all.
    var scope: String?
    /// The search text as it was typed, when a function of the script compares it.
    var typedText = ""
  }

  let source: Source
  let store: ModelStore
  let graph: DependencyGraph
  @exclusivity(unchecked) private(set) var settings = Settings()
  /// Called when the content may have changed; must not read or write models.
  let onStale: () -> Void

  // Unchecked where every change passes: no access of these is ever made inside another one, and nothing that a script
  // defines runs in one. `groups` stays checked: a new group asks for its text, which can run a script.
  // The elements by slot. Slots of removed elements are reused.
  @exclusivity(unchecked) var elements: [EntityID] = []
  /// Ascend in the order of the data, which decides between equal keys.
  @exclusivity(unchecked) var labels: [Int64] = []
  @exclusivity(unchecked) var keys: ListKeys
  @exclusivity(unchecked) var groupOf: [Int32] = []
  @exclusivity(unchecked) var isVisible: [Bool] = []
  /// Empty while the collection is observed.
  @exclusivity(unchecked) private var nodes: [NodeID] = []
  private var freeSlots: [Int32] = []
  @exclusivity(unchecked) private var slots: ElementSlots?

  /// The collection of a lazy list, which has no slots: its elements are read where they are shown.
  @exclusivity(unchecked) var lazyData: CollectionRef?
  /// The slots in the order of the data.
  @exclusivity(unchecked) var dataSlots = ChunkedArray<Int32>([])
  /// All slots, sorted.
  @exclusivity(unchecked) var order = SlotSequence()
  var groups = ListGroups()
  @exclusivity(unchecked) var filter: ListFilter?
  /// Set while an update has so much to do that order or groups are rebuilt at its end.
  @exclusivity(unchecked) var needsSort = false
  @exclusivity(unchecked) var needsGroups = false
  /// The places of the slots in the order of a script's `sortData`; empty without one.
  var ranks: [Int64] = []
  private var orderNode: NodeID?
  private var hasStaleOrder = false
  /// The node that reads what the keys of observed elements read besides properties; nil if that is nothing.
  private var environmentNode: NodeID?
  private var hasReadEnvironment = false
  @exclusivity(unchecked) private var isUpdating = false
  /// The number of elements that updates have gone through one by one to rebuild something; for tests of their cost.
  var rebuiltElements = 0
  /// The number of groups that were looked at to find rows; for tests of their cost.
  var visitedGroups = 0

  private let handler = Handler()
  @exclusivity(unchecked) private var dataNode: NodeID?
  @exclusivity(unchecked) private var newData: Data?
  @exclusivity(unchecked) private var dirty: [Int32] = []
  @exclusivity(unchecked) private var newKeys: [Value] = []
  @exclusivity(unchecked) private var newHeader: String?

  let edits = CollectionEdits()
  let observer = ElementObserver()
  @exclusivity(unchecked) var observed: Observed?
  /// The class of the observed elements.
  var observedType: EntityType?
  @exclusivity(unchecked) var changedKeys = Changes()
  @exclusivity(unchecked) var changedTexts = Changes()

  init(_ source: Source, store: ModelStore, onStale: @escaping () -> Void = {}) {
    self.source = source
    self.store = store
    graph = store.graph
    self.onStale = onStale
    keys = ListKeys(width: source.sort.count + (source.group == nil ? 0 : 1), source.collator)
    newKeys.reserveCapacity(keys.width)
    handler.content = self
    observer.receiver = self
  }

  deinit {
    if let dataNode { graph.remove(dataNode) }
    if let orderNode { graph.remove(orderNode) }
    removeNodes()
    stopObserving()
    edits.stop(in: store)
  }

  private func removeNodes() {
    let slots = dataSlots.joined
    if observed == nil { for slot in slots { graph.remove(nodes[Int(slot)]) } }
    filter?.removeNodes(slots, graph)
  }

  /// As before the first update.
  func forgetElements() {
    removeNodes()
    (elements, labels, groupOf, isVisible, nodes, freeSlots, slots) = ([], [], [], [], [], [], nil)
    (lazyData, dataSlots, order, groups, dirty) = (nil, ChunkedArray([]), SlotSequence(), ListGroups(after: groups), [])
    (changedKeys, changedTexts, ranks) = (Changes(), Changes(), [])
    keys = keys.emptied
    filter?.removeAll()
  }

  // MARK: Updating

  /// Brings the content up to date. O(1) when nothing has changed.
  func update(_ new: Settings) {
    // A function among the keys may ask for the very screen that they are read for.
    guard !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    graph.withoutTracking {
      let filterChanged =
        new.query != settings.query || new.scope != settings.scope || new.typedText != settings.typedText
      if new.ascending != settings.ascending { (needsSort, needsGroups) = (true, true) }
      if new != settings { needsGroups = true }
      settings = new
      if filterChanged || source.script.filters && filter == nil { replaceFilter() }
      if hasStaleOrder { (needsSort, needsGroups) = (true, true) }
      updateData()
      if lazyData == nil {
        updateKeys()
        updateFilter(all: filterChanged)
        if needsSort { sort() }
        if needsGroups { regroup() }
      }
      (needsSort, needsGroups) = (false, false)
    }
    if !dirty.isEmpty || !changedKeys.isEmpty { onStale() }
  }

  private func updateData() {
    if hasOtherFunctions { reload() }
    let node = dataNode ?? graph.makeNode(handler, token: Token.data)
    dataNode = node
    if graph.state(of: node) != .clean { graph.update(node) }
    if let data = newData {
      newData = nil
      apply(data)
    } else if let lazyData, filter != nil {
      apply(.collection(lazyData))
    }
  }

  /// Has the next update evaluate the data again.
  func reload() {
    if let dataNode { graph.remove(dataNode) }
    dataNode = nil
  }

  private func updateKeys() {
    if let environmentNode { graph.update(environmentNode) }
    if !changedKeys.isEmpty {
      let changed = take(&changedKeys)
      if isMuch(changed.count) { (needsSort, needsGroups) = (true, true) }
      for slot in changed { readKeys(slot) }
    }
    // A function that writes while it is read makes others stale; the next update sees to what keeps changing.
    for _ in 0..<10 {
      guard !dirty.isEmpty else { return }
      let changed = dirty
      dirty = []
      if isMuch(changed.count) { (needsSort, needsGroups) = (true, true) }
      for slot in changed where graph.isAlive(nodes[Int(slot)]) { readKeys(slot) }
    }
  }

  /// Whether so many changes cost more one by one than putting everything in order again.
  func isMuch(_ changes: Int) -> Bool { Double(changes) > muchIs }

  var muchIs: Double { 16 + 2 * Double(dataSlots.count).squareRoot() }

  // MARK: Slots

  /// A slot for a new element, without keys and place.
  func allocate(_ element: EntityID) -> Int32 {
    let slot = freeSlots.popLast() ?? appendSlot(element)
    elements[Int(slot)] = element
    isVisible[Int(slot)] = true
    if source.script.sorts { ranks[Int(slot)] = .max }
    if observed == nil { nodes[Int(slot)] = graph.makeNode(handler, token: Token.keys(slot)) }
    slots?[element] = slot
    return slot
  }

  private func appendSlot(_ element: EntityID) -> Int32 {
    elements.append(element)
    labels.append(0)
    if source.script.sorts { ranks.append(.max) }
    groupOf.append(ListGroups.none)
    isVisible.append(true)
    keys.grow(to: elements.count)
    if observed == nil { nodes.append(NodeID(index: -1, generation: 0)) }
    filter?.append()
    return Int32(elements.count - 1)
  }

  func release(_ slot: Int32) {
    if observed == nil { graph.remove(nodes[Int(slot)]) }
    filter?.removeNodes([slot], graph)
    slots?[elements[Int(slot)]] = nil
    groups.leave(groupOf[Int(slot)])
    groupOf[Int(slot)] = ListGroups.none
    freeSlots.append(slot)
  }

  /// Slots for the first elements of all.
  func allocateAll(_ new: [EntityID]) -> [Int32] {
    let count = new.count
    elements = new
    labels = Array(repeating: 0, count: count)
    if source.script.sorts { ranks = Array(repeating: .max, count: count) }
    groupOf = Array(repeating: ListGroups.none, count: count)
    isVisible = Array(repeating: true, count: count)
    keys.grow(to: count)
    if observed == nil { nodes = new.indices.map { graph.makeNode(handler, token: Token.keys(Int32($0))) } }
    for _ in 0..<count { filter?.append() }
    return Array(0..<Int32(count))
  }

  /// The slot of an element. O(n) the first time, O(1) then.
  func slot(of element: EntityID) -> Int32? {
    if slots == nil { slots = ElementSlots(elements, dataSlots.joined) }
    guard let slot = slots?[element], elements[Int(slot)] == element else { return nil }
    return slot
  }

  /// Evaluates the keys of new elements, and puts them into their places.
  func readKeys(ofNew slots: [Int32]) {
    if observed != nil, source.groupName == nil { return readFirstKeys(slots) }
    for slot in slots { readKeys(slot) }
  }

  /// Evaluates the keys of an element that is new or may have changed, and puts it into its place.
  func readKeys(_ slot: Int32) {
    let isNew = !hasKeys(slot)
    if observed != nil {
      evaluateKeys(of: elements[Int(slot)])
    } else if graph.update(nodes[Int(slot)]) != .changed {
      guard isNew else { return }
      // The evaluation was refused: too deep inside others.
      (newKeys, newHeader) = (Array(repeating: .null, count: keys.width), nil)
    }
    guard isNew || !keys.holds(slot, newKeys) || newHeader != groups[groupOf[Int(slot)]].header else { return }
    if !isNew { takeOut(slot) }
    keys.set(slot, newKeys)
    let group = groups.join(newHeader)
    groups.leave(groupOf[Int(slot)])
    groupOf[Int(slot)] = group
    if isNew, let filter { isVisible[Int(slot)] = readFilter(slot, filter) }
    putIn(slot)
  }

  /// The short way for new elements of an observed collection: column by column.
  private func readFirstKeys(_ slots: [Int32]) {
    for (column, reader) in source.sort.enumerated() {
      for slot in slots { keys.set(slot, column, reader.value(of: elements[Int(slot)])) }
    }
    if let group = source.group {
      let column = keys.width - 1
      for slot in slots {
        let value = group.value(of: elements[Int(slot)])
        keys.set(slot, column, value)
        groupOf[Int(slot)] = groups.join(keys.head(slot, column)) { group.evaluator.text(value) }
      }
    } else {
      for slot in slots { groupOf[Int(slot)] = groups.join(nil) }
    }
    for slot in slots {
      if let filter { isVisible[Int(slot)] = readFilter(slot, filter) }
      putIn(slot)
    }
  }

  // MARK: The dependency graph

  /// The meanings of the graph's tokens.
  private enum Token {
    static let data = UInt32.max
    static let order = UInt32.max - 1
    static let environment = UInt32.max - 2
    static func keys(_ slot: Int32) -> UInt32 { UInt32(bitPattern: slot) << 1 }
  }

  static func filterToken(_ slot: Int32) -> UInt32 { UInt32(bitPattern: slot) << 1 | 1 }

  /// Nodes are in the graph as long as the content, but the graph must not keep the content.
  private final class Handler: NodeHandler {
    unowned(unsafe) var content: ListContent?  // Safe: the content takes itself out when it goes.

    override func recompute(_ node: NodeID, token: UInt32) -> Bool {
      content?.recompute(token)
      return true
    }

    override func invalidated(_ node: NodeID, token: UInt32) { content?.invalidated(token) }
  }

  var nodeHandler: NodeHandler { handler }

  /// Observes the language and the day, for all elements, or stops.
  func observeEnvironment(_ isObserved: Bool) {
    if let environmentNode { graph.remove(environmentNode) }
    environmentNode = isObserved ? graph.makeNode(handler, token: Token.environment) : nil
    hasReadEnvironment = false
  }

  /// Reads what the keys read. When that has changed, the keys of all elements are read again.
  private func readEnvironment() {
    guard let traits = observed?.traits else { return }
    if traits.contains(.readsDay) { store.readDay() }
    if traits.contains(.readsLocale) { graph.read(store.localeSource) }
    if hasReadEnvironment { changedKeys = Changes(isMuch: true) }
    hasReadEnvironment = true
  }

  /// Sorts by the script's `sortData`, in a node that becomes stale with what the function has read.
  func sortByScript() {
    if let orderNode { graph.remove(orderNode) }
    let node = graph.makeNode(handler, token: Token.order)
    orderNode = node
    hasStaleOrder = false
    if graph.update(node) != .changed { rankByData() }
  }

  private func recompute(_ token: UInt32) {
    if token == Token.data {
      newData = source.data()
      return
    }
    if token == Token.order { return rankByScript() }
    if token == Token.environment { return readEnvironment() }
    let slot = Int32(bitPattern: token >> 1)
    let element = elements[Int(slot)]
    if token & 1 == 1 { return readTexts(slot, element) }
    evaluateKeys(of: element)
  }

  private func evaluateKeys(of element: EntityID) {
    newKeys.removeAll(keepingCapacity: true)
    for reader in source.sort { newKeys.append(reader.value(of: element)) }
    newHeader = nil
    guard let group = source.group else { return }
    let value = group.value(of: element)
    newHeader = source.groupName?.text(of: element) ?? group.evaluator.text(value)
    newKeys.append(value)
  }

  private func invalidated(_ token: UInt32) {
    if token == Token.order {
      hasStaleOrder = true
    } else if token != Token.data, token != Token.environment {
      let slot = Int32(bitPattern: token >> 1)
      if token & 1 == 1 { filter?.dirty.append(slot) } else { dirty.append(slot) }
    }
    onStale()
  }
}
