extension Workload {
  static let bigList = Workload(name: "list", about: "a sorted, grouped list of 100,000 rows") { surroundings, report in
    let items = SameWork.items(100_000)
    let document = try SameWork.document(items)
    let file = "\(surroundings.scratch)/shop.json"
    try Files.write(document, to: file)
    let findings = try surroundings.findings("list", [.python], [file])
    let list = try ShopList(document)
    try list.open()
    let result = try list.fingerprint()

    let first = try measure(.milliseconds, repeats: 5) {
      try list.close()
    } _: {
      try list.open()
    }
    try report.add(
      "list: 100k, first screen", first, .milliseconds, besides: findings["first"] ?? [], result: result,
      goals: ["python3": 0.35])
    let rounds = 20
    let change = try measure(.milliseconds, per: rounds) { for _ in 0..<rounds { try list.change() } }
    try report.add(
      "list: 100k, after one change", change, .milliseconds, besides: findings["first"] ?? [], result: result,
      goals: ["python3": 0.01])
    try report.add("list: 100k, one change and its screen", change * 1000, .microseconds, goal: 30)
  }
}
