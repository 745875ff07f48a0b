import OKitTesting
import ShopService
import Testing

private let sell = Array(#"{"tap": "right:0"}"#.utf8)

@Suite struct ShopTests {
  @Test func `sells until the shop is sold out`() throws {
    let app = try TestedApplication(launch: Shop.application)
    try app.tap("Sell")
    #expect(try app.row("Dune").shown().detail == "1")
    try app.undo()
    #expect(try app.get("books[0]/stock") == 2)
  }

  @Test func `keeps its models in the storage of the program`() async throws {
    let shop = Shop()
    try await shop.open(MemoryStorage())
    _ = try await shop.perform(sell)
    try await shop.close()
    await #expect(throws: Diagnostic.self) { try await shop.screen() }
  }

  @Test func `the storage is one`() { StorageConformance.check { MemoryStorage() } }
}

@Suite struct ShopHandlerTests {
  @Test func `ten shops share nothing`() async throws {
    let shops = (0..<10).map { _ in Shop() }
    for shop in shops { try await shop.open(MemoryStorage()) }
    let handler = ShopHandler(shops)
    #expect(try await handler.respond("POST", "/shops/3", sell).status == 200)
    for (number, shop) in shops.enumerated() {
      #expect(try await shop.stock(of: 0) == (number == 3 ? 1 : 2))
      try await shop.close()
    }
  }

  @Test func `what the application refuses is an answer`() async throws {
    let shop = Shop()
    try await shop.open(MemoryStorage())
    let handler = ShopHandler([shop])
    #expect(try await handler.respond("POST", "/shops/0", Array("{".utf8)).status == 400)
    #expect(try await handler.respond("POST", "/shops/0", Array(#"{"tap": "right:7"}"#.utf8)).status == 409)
    #expect(try await handler.respond("GET", "/shops/1").status == 404)
  }

  @Test func `cancelling interrupts an endless script, and the shop goes on`() async throws {
    let shop = Shop()
    try await shop.open(MemoryStorage())
    let endless = Task { try await shop.run("while true do end") }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    endless.cancel()
    await #expect(throws: Diagnostic.self) { try await endless.value }
    #expect(ContinuousClock.now - start < .milliseconds(500))
    #expect(try await shop.stock(of: 0) == 2)
  }

  @Test func `endless scripts stop no other task`() async throws {
    let shops = (0..<7).map { _ in Shop() }
    for shop in shops { try await shop.open(MemoryStorage()) }
    let tasks = shops.map { shop in Task { try await shop.run("while true do end") } }
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(50))
    #expect(ContinuousClock.now - start < .milliseconds(100))
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }
}
