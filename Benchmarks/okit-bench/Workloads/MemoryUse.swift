import OKitEngine

extension Workload {
  static let memory = Workload(
    name: "memory", about: "the memory of models and observers, in separate processes"
  ) { surroundings, report in
    let items = SameWork.items(MemoryUse.count)
    let sum = items.reduce(0) { $0 + $1.price }
    let documents = "\(surroundings.scratch)/memory"
    let file = "\(documents)/\(SameWork.documentPath)"
    try Files.write(SameWork.document(items), to: file)

    let peers = try surroundings.findings("peak", [.python, .node], [file])
    let peak = try SeparateProcess.peak.findings([documents]).required("peak")
    try check(peak.result, equals: sum, "okit")
    try report.add(
      "memory: peak of loading 100k", peak.value, .megabytes, besides: peers["peak"] ?? [], result: sum,
      goals: ["orjson": 0.4])

    let stored = try SeparateProcess.storingPeak.findings(["\(surroundings.scratch)/storing"])
    try report.add(
      "memory: peak after storing 1M", try stored.required("after").value, .megabytes, besides: "before it",
      try stored.required("before").value, goal: 1.2)

    let others = try surroundings.findings("memory")
    let entity = try SeparateProcess.bytesPerEntity.findings()
    let made = try entity.required("made")
    try check(made.result, equals: sum, "okit")
    try report.add(
      "memory: an entity of 6 properties", made.value, .bytes, besides: others["entity"] ?? [], result: sum, goal: 200)
    let loaded = try entity.required("loaded")
    try check(loaded.result, equals: sum, "okit")
    try report.add("memory: the same, loaded", loaded.value, .bytes)

    let observers = try SeparateProcess.bytesPerObserver.findings()
    try report.add("memory: an observer and its edge", try observers.required("observer").value, .bytes, goal: 150)
    let alone = try observers.required("alone")
    try report.add(
      "memory: the same, and a source of its own", alone.value, .bytes, besides: others["observer"] ?? [],
      result: alone.result)
  }
}

enum MemoryUse {
  static let count = 100_000
}

extension SeparateProcess {
  /// Loads the document below a documents directory, as an application does.
  static let peak = SeparateProcess(name: "peak") { arguments in
    guard let documents = arguments.first else { throw BenchError("peak needs a documents directory") }
    let shop = try Shop(storage: FileStorage(documents: documents))
    try shop.load()
    let peak = try Memory.peak()
    return [("peak", peak, try shop.sum())]
  }

  /// Stores a model of a million entities for the first time.
  static let storingPeak = SeparateProcess(name: "storing") { arguments in
    guard let documents = arguments.first else { throw BenchError("storing needs a documents directory") }
    let shop = try Shop(storage: FileStorage(documents: documents))
    try shop.load()
    for part in 0..<10 { try shop.add(SameWork.items(MemoryUse.count, from: part * MemoryUse.count)) }
    let before = try Memory.peak()
    try shop.store()
    return [("before", before, 1_000_000), ("after", try Memory.peak(), 1_000_000)]
  }

  static let bytesPerEntity = SeparateProcess(name: "entity") { _ in
    let items = SameWork.items(MemoryUse.count)
    let shop = try Shop()
    try shop.load()
    let (made, _) = try Memory.bytes(per: MemoryUse.count) {
      try shop.add(items)
      shop.engine.store.collectGarbage()
    }
    let other = try Shop(SameWork.document(items))
    let (loaded, _) = try Memory.bytes(per: MemoryUse.count) { try other.load() }
    return [("made", made, try shop.sum()), ("loaded", loaded, try other.sum())]
  }

  /// Many observers of few properties, which measures the observer, its node and its edge; and one observer for each of
  /// many properties, which adds the source. The list that holds them is allocated before.
  static let bytesPerObserver = SeparateProcess(name: "observer") { _ in
    // Slabs double in size; with this number of records they are full.
    let count = 1 << 17
    let (shared, _) = try observed(observers: count, entities: 128)
    let (alone, sum) = try observed(observers: MemoryUse.count, entities: MemoryUse.count)
    return [("observer", shared, sum), ("alone", alone, sum)]
  }

  private static func observed(observers count: Int, entities: Int) throws -> (bytes: Double, sum: Int) {
    let engine = try Engine()
    let entities = try engine.makeChains(entities, depth: 1)
    engine.store.collectGarbage()
    let price = try engine.store.requireType("Node", for: "a benchmark").required("price")
    let program = try engine.evaluator.program("price")
    var sum = 0
    let heard = { (new: Value, _: Value) in if case .int(let price) = new { sum += price } }
    var observers: [PathObservation] = []
    observers.reserveCapacity(count)
    let (bytes, _) = Memory.bytes(per: count) {
      for index in 0..<count {
        observers.append(
          PathObservation(engine.evaluator, program, entities[index % entities.count], handler: heard))
      }
    }
    for (index, entity) in entities.enumerated() { try engine.store.set(entity, price, .int(index)) }
    _ = engine.store.graph.flush()
    return (bytes, observers.count == count ? sum : -1)
  }
}
