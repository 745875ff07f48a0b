import OKitEngine
import Testing

@testable import OKitLua

/// After any failed allocation of Lua, a turn that it ends is rolled back, the models stay whole and the engine goes
/// on without the script.
@Suite struct ApplicationAllocationTests {
  /// Money that only moves: the sum of all accounts is 1000 after each turn, and each transfer has its note.
  static let script = """
    local okit = require "okit"
    local t = okit.types
    local Account = okit.ModelEntity:extend("Account", {
      name = "", amount = 0, notes = t.list(t.string), friend = t.ref("Account"),
      label = t.computed(function(self) return self.name .. ": " .. ("%d"):format(self.amount) end),
    })
    function Account:give(amount, other)
      self.amount = self.amount - amount
      local parts = {}
      for i = 1, 10 do parts[i] = ("part %d of %s"):format(i, self.name) end
      self.notes:add(table.concat(parts, ", "))
      other.amount = other.amount + amount
      other.notes:add("from " .. self.name)
    end
    function Account:share()
      for _, other in ipairs(self.parent.accounts) do
        if other ~= self then self:give(7, other) end
      end
    end
    function Account:later()
      self:give(1, self:get("$friend"))
      okit.sleep(1)
      self:give(2, self:get("$friend"))
      local answer = okit.alert { title = "Sure?", actions = { { title = "OK" } } }:wait()
      self:give(3, self:get("$friend"))
    end
    function Account:fails() self:give(50, self:get("$friend")) error { code = "own", message = "no" } end
    local Bank = okit.ModelTransient:extend("Bank", { accounts = t.list(Account) })
    local bank = okit.Model.register(Bank)
    for i = 1, 10 do bank.accounts:add { id = "a" .. i, name = "account " .. i, amount = 100, friend = "a" .. (11 - i) \
    } end
    bank:observe("accounts.@sum.amount", function(sum) assert(sum == 1000) end)
    okit.every(2, function() bank.accounts[1]:give(1, bank.accounts[2]) end)
    okit.extend("Number", { doubled = function(n) return n * 2 end })
    okit.ModelListTableController:extend("home", {
      type = "Account", dataPath = "accounts", rowSort = "name", searchPath = "name", more = true,
      moreActions = { { name = "%Share", tap = "share()" }, { name = "%Later", tap = "later()" },
                      { name = "%Fails", tap = "fails()" } },
      cell = okit.ModelTableCell { path = "name", detailPath = "label, amount/doubled", segue = "account" },
    })
    okit.ModelDetailTableController:extend("account", {
      titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
    })
    """

  private func launch(_ reports: @escaping (Diagnostic) -> Void) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince1970: 1_580_472_000)))
    options.print = { _ in }
    options.limits = LuaLimits(memory: 64 << 20, time: .seconds(60))
    options.onReport = reports
    return try LuaApplication(text: Self.script, chunk: "bank.lua", folder: ".", options: options)
  }

  private func session(_ what: String, refuses: Bool) throws -> (application: () -> LuaApplication?, state: LuaState?) {
    let application: LuaApplication
    var reports: [Diagnostic] = []
    do { application = try launch { reports.append($0) } } catch {
      #expect(refuses && error is Diagnostic, "\(what): \(error)")
      return ({ nil }, nil)
    }
    let runtime = application.runtime
    let driver = AppDriver(runtime)
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch { #expect(refuses && error is Diagnostic, "\(what): \(error)") }
      try checkWhole(runtime, what)
    }
    for action in ["Share", "Fails", "Later"] {
      try attempt { try driver.row(Locator("account 4")).more(Locator(action)) }
    }
    try attempt { try runtime.advance(seconds: 3) }
    try attempt { if driver.screen.alert != nil { try driver.performTap(Locator("OK")) } }
    try attempt { _ = try application.evaluate("okit.Model.get().accounts[5]:share()") }
    try attempt { try driver.row(Locator("account 7")).tap() }
    try attempt { _ = driver.screen }
    try attempt { _ = try application.evaluate("okit.Model.get().accounts[5]:snapshot()") }
    try attempt { try application.state.collectGarbage() }
    try attempt { try runtime.turn {} }
    // Without a refusal, only what fails by itself.
    if !refuses { #expect(reports.map(\.code) == ["own"], "\(reports)") }
    let state = application.state
    application.close()
    return ({ [weak application] in application }, state)
  }

  /// The engine answers without Lua, and each turn is there as a whole or not at all.
  private func checkWhole(_ runtime: AppRuntime, _ what: String) throws {
    let store = runtime.store
    guard let bank = runtime.registry.get() else { return }
    guard case .object(let members) = store.jsonValue(bank), case .array(let accounts)? = members["accounts"] else {
      throw Diagnostic("test.models", "\(what): no accounts")
    }
    var (sum, given, received) = (0, 0, 0)
    for case .object(let account) in accounts {
      if case .int(let amount)? = account["amount"] { sum += amount }
      guard case .array(let notes)? = account["notes"] else { continue }
      for case .string(let note) in notes { if note.hasPrefix("from") { received += 1 } else { given += 1 } }
    }
    #expect(sum == accounts.count * 100, "\(what)")
    #expect(given == received, "\(what)")
  }

  @Test func turnsThatAreRefusedAreTakenBack() throws {
    try AllocationFailures(name: "application", tries: 150).run { what, refuses in
      let (application, state) = try session(what, refuses: refuses)
      #expect(application() == nil, "\(what): the application is still there")
      #expect(state?.core.leftBytes ?? 0 == 0, "\(what)")
    }
  }
}
