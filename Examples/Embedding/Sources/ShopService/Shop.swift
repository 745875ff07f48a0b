import OKitLua

/// A shop: the actor that owns an application, on a thread of its own.
public actor Shop {
  private let executor = ApplicationExecutor(name: "shop")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var app: LuaApplication?

  public init() {}

  /// Opens the application, whose models are in `storage`.
  public func open(_ storage: sending any ModelStorage) throws {
    var options = LuaApplication.Options()
    options.modelStorage = storage
    options.limits = LuaLimits(memory: 64 << 20, time: .seconds(1))
    app = try Shop.application(options)
  }

  /// Makes the application, also for tests.
  public static func application(_ options: LuaApplication.Options) throws -> LuaApplication {
    let app = try LuaApplication(options: options)
    try app.define("Book", [Property("name", .string), Property("stock", .int)])
    try app.register("isSold") { (name: String) in !name.isEmpty }
    try app.run(text: script, chunk: "shop.lua")
    return app
  }

  /// Performs an action, and returns the screen after it: both as JSON.
  ///
  /// Cancelling the task that waits interrupts the script.
  public func perform(_ action: [UInt8]) async throws -> [UInt8] {
    let action = try Action(json: action)
    return try await running().cancellable { app in
      try app.perform(action)
      return try app.screen.json()
    }
  }

  /// Returns the screen as JSON.
  public func screen() throws -> [UInt8] { try running().screen.json() }

  /// Returns the value of a binding, such as `books[0]/stock`.
  public func stock(of book: Int) throws -> Int { try running().get("books[\(book)]/stock") }

  /// Runs statements of Lua until they end, or until the task is cancelled.
  public func run(_ lua: String) async throws { _ = try await running().cancellable { try $0.evaluate(lua) } }

  /// Stores the models and closes the application.
  public func close() throws {
    try app?.close(storing: true)
    app = nil
  }

  private func running() throws -> LuaApplication {
    guard let app else { throw Diagnostic(.applicationClosed, "the shop is closed") }
    return app
  }

  private static let script = """
    local okit = require "okit"
    local shop = okit.Model.register(okit.Model:extend("Shop", { books = okit.types.list(Book) }))
    if #shop.books == 0 then shop.books:add { name = "Dune", stock = 2 } end
    okit.ModelListTableController:extend("books", {
      dataPath = "books", titlePath = "#Books", cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
      right = {
        okit.ModelBarButtonItem { title = "#Sell", tap = function(shop)
          local book = shop.books[1]
          if book.stock == 0 then error("sold out") end
          if isSold(book.name) then book.stock = book.stock - 1 end
        end },
      },
    })
    """
}
