// The example of tests: the article has the lines between the marks, and FlowExampleTests compares them.
import OKitTesting
import Testing

@Suite struct FlowExample {
  // <example>
  @Test func `sells a book`() throws {
    let app = try TestedApplication { options in
      let app = try LuaApplication(options: options)
      try app.register("shop.price") { (name: String) in Double(name.count) }
      try app.run(
        text: """
          local Shop = okit.Model:extend('Shop', { sold = 0, price = 0.5 })
          local shop = okit.Model.register(Shop)
          okit.ModelDetailTableController:extend('home', {
            titlePath = 'sold',
            right = { okit.ModelBarButtonItem { title = '%Sell', tap = function()
              shop.sold = shop.sold + 1
              shop.price = _G.shop.price('Dune')
            end } },
          })
          """)
      return app
    }
    let changes = try app.changes { try app.tap("Sell") }
    #expect(changes.map(\.path) == ["/sold", "/price"])
    #expect(app.screen.title == "1")
    #expect(try app.get("price") == 4.0)
    try app.expectFailure("locator.none") { try app.tap("Buy") }
  }
  // </example>
}
