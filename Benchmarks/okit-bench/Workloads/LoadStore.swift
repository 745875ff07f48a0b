import OKitEngine

extension Workload {
  static let loadStore = Workload(name: "load", about: "a document of 100,000 entities, read and written") {
    surroundings, report in
    let count = 100_000
    let items = SameWork.items(count)
    let document = try SameWork.document(items)
    let file = "\(surroundings.scratch)/shop.json"
    try Files.write(document, to: file)
    let findings = try surroundings.findings("load", [.python, .node], [file])
    let sum = items.reduce(0) { $0 + $1.price }

    let load = try measure(.milliseconds, repeats: 5) {
      try Shop(document)
    } _: { shop in
      try shop.load()
    }
    let shop = try Shop(document)
    try shop.load()
    try check(shop.sum(), equals: sum, "okit")
    try report.add(
      "load: 100k entities", load, .milliseconds, besides: findings["load"] ?? [], result: sum,
      goals: ["orjson": 0.3])

    let store = try measure(.milliseconds, repeats: 5) {
      try shop.touch()
    } _: {
      try shop.store()
    }
    try check(shop.storedSize(), equals: document.count, "okit")
    // Peers end without a line feed.
    try report.add(
      "store: 100k entities", store, .milliseconds, besides: findings["store"] ?? [], result: document.count - 1,
      goals: ["orjson": 0.6])
  }
}
