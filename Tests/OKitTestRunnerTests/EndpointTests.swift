import Foundation
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitTestRunner

/// `endpoint` of `okit.launch`, which answers the requests of an application inside the process.
@Suite("Endpoints of tests")
struct EndpointTests {
  /// An application that asks a server: once when it starts, and with each tap.
  static let script = """
    local Shop = okit.Model:extend("Shop", { text = "", count = 0 })
    local shop = okit.Model.register(Shop)
    local url = "https://example.org/shop.json"
    local function ask(request)
      local ok, response = pcall(okit.fetch, request)
      shop.text = ok and response.status .. " " .. response.body or response.code
      shop.count = shop.count + 1
    end
    okit.ModelDetailTableController:extend("home", {
      right = {
        okit.ModelBarButtonItem { title = "#Load", tap = function() ask(url) end },
        okit.ModelBarButtonItem { title = "#Other", tap = function() ask("https://example.com/x?a=b") end },
        okit.ModelBarButtonItem { title = "#Save", tap = function()
          ask {
            url = url, method = "PUT", body = '{"name":"Dune"}', timeout = 5,
            headers = { Authorization = "Bearer secret", ["If-Match"] = '"1"' },
          }
        end },
      },
      sections = { { cells = { okit.ModelTextCell { path = "%Text", textPath = "text" } } } },
    })
    """

  private func outcomes(_ test: String, allow: [String] = ["net=example.org"]) throws -> [String] {
    let folder = try TestFolder([
      "app.lua": Self.script,
      "a_test.lua": """
      local URL = "https://example.org/shop.json"
      local function launch(endpoint) return okit.launch("app.lua", { endpoint = endpoint }) end
      it("runs", function()
        \(test)
      end)
      """,
    ])
    return try folder.outcomes { $0.host.permissions = try! LuaPermissions(parsing: allow) }  // Safe: written above.
  }

  static let answers: [(String, String)] = [
    ("{ name = 'Dune' }", #"200 {"name":"Dune"}"#), ("{}", "200 {}"), ("{ 'a', 'b' }", #"200 ["a","b"]"#),
    ("'<html>'", "200 <html>"), ("{ status = 404 }", "404 "), ("{ status = 500, body = 'no' }", "500 no"),
    ("{ body = { status = 'open' } }", #"200 {"status":"open"}"#), ("{ status = 'open' }", #"200 {"status":"open"}"#),
    ("{ fail = 'timeout' }", "net.timeout"), ("{ fail = 'unreachable' }", "net.unreachable"),
    ("{ fail = 'tls' }", "net.tls"),
    ("{ fail = 'body' }", "net.response"), ("{ fail = 'permission' }", "net.permission"),
    ("{ latency = 11 }", "net.timeout"), ("{ latency = 9, body = 'late' }", "200 late"),
    ("function(request) return request.method .. ' ' .. request.url end", "200 GET https://example.org/shop.json"),
    ("function() return { fail = 'timeout' } end", "net.timeout"), ("'a\\0b'", "200 a\\0b"),
  ]

  @Test(arguments: answers)
  func `an answer reaches the application`(answer: String, text: String) throws {
    let test = """
      local app = launch { ["GET " .. URL] = \(answer) }
      app:tap("Load")
      app.clock:advance(11)
      expect(app:get("text")).to_be('\(text)')
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  @Test func `latency is that of the application's clock`() throws {
    let test = """
      local app = launch { ["GET " .. URL] = { latency = 2, body = "late" } }
      app:tap("Load")
      app.clock:advance(1.9)
      expect(app:get("count")).to_be(0)
      app.clock:advance(0.1)
      expect(app:get("text")).to_be("200 late")
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  @Test func `requests are recorded without credentials`() throws {
    let test = """
      local app = launch { ["PUT " .. URL] = { status = 204 } }
      app:tap("Save"):tap("Save")
      expect(app.requests).to_have_count(2)
      local request = app.requests[1]
      expect(request.method).to_be("PUT")
      expect(request.url).to_be(URL)
      expect(request.path).to_be("/shop.json")
      expect(request.headers["if-match"]).to_be('"1"')
      expect(request.headers.authorization).to_be("Bearer …")
      expect(request.body).to_be('{"name":"Dune"}')
      expect(request.json.name).to_be("Dune")
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  @Test func `the answers can be replaced, and outlive a relaunch`() throws {
    let test = """
      local app = launch { ["GET " .. URL] = "one" }
      app:tap("Load")
      expect(app:get("text")).to_be("200 one")
      app:endpoint { ["GET " .. URL] = "two" }
      app:relaunch():tap("Load")
      expect(app:get("text")).to_be("200 two")
      expect(app.requests).to_have_count(2)
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  @Test func `the longest key answers`() throws {
    let test = """
      local app = launch { ["GET https://example.org/*"] = "all", ["GET https://example.org/shop*"] = "shop" }
      app:tap("Load")
      expect(app:get("text")).to_be("200 shop")
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  static let failing: [(String, String)] = [
    (
      "launch { ['GET https://example.org/shop'] = 'x' }:tap('Load')",
      "no answer for GET https://example.org/shop.json; the answers are for GET https://example.org/shop "
        + "(did you mean \"GET https://example.org/shop\"?) at a_test.lua:4"
    ),
    (
      "launch {}:tap('Load')",
      "no answer for GET https://example.org/shop.json; the endpoint has no answers at a_test.lua:4"
    ),
    (
      "launch { ['GET ' .. URL] = function() error('broken answer') end }:tap('Load')", "broken answer at a_test.lua:4"
    ),
    (
      "launch { ['GET ' .. URL] = function() end }:tap('Load')",
      "the answer to GET https://example.org/shop.json must be"
    ),
    ("launch { ['GET ' .. URL] = function() return 5 end }:tap('Load')", "must be a table or a string, got 5"),
    ("launch { ['GET ' .. URL] = { status = 700 } }:tap('Load')", "status needs a number from 200 to 599, got 700"),
    (
      "launch { ['GET ' .. URL] = { status = 200, bdy = '' } }:tap('Load')",
      "an answer has no field \"bdy\" (did you mean \"body\"?)"
    ),
    ("launch { ['GET ' .. URL] = { fail = 'timeot' } }:tap('Load')", "unknown failure \"timeot\""),
    ("launch { ['GET ' .. URL] = { latency = -1 } }:tap('Load')", "latency needs a number of seconds from 0, got -1"),
    // The script catches the error.
    (
      "pcall(function() launch { ['PUT ' .. URL] = '' }:tap('Load') end)",
      "no answer for GET https://example.org/shop.json"
    ),
    (
      "local app = launch { ['GET ' .. URL] = function() error('broken answer') end }; pcall(app.tap, app, 'Load')",
      "broken answer"
    ),
    (
      """
      local app = launch {}; expect(function() app:tap('Load') end).to_fail('no answer for GET'); pcall(app.tap, app, \
      'Save')
      """,
      "no answer for PUT https://example.org/shop.json"
    ),
    (
      """
      local app = launch {}; pcall(app.tap, app, 'Load'); expect(function() app:tap('Save') end).to_fail('no answer \
      for PUT')
      """,
      "no answer for GET https://example.org/shop.json"
    ),
    ("launch { ['GTE /x'] = '' }", "\"GTE /x\" does not begin with a method (did you mean \"GET\"?)"),
    ("launch { ['GET shop.json'] = '' }", "has no path that begins with a slash"),
    ("launch { ['GET /x'] = 5 }", "the answer to GET /x must be a table, a string or a function, got number"),
    ("launch { 'x' }", "endpoint needs answers by their requests"), ("launch(5)", "endpoint needs a table of answers"),
    ("okit.launch('app.lua'):endpoint {}", "the application was launched without an endpoint"),
  ]

  @Test(arguments: failing)
  func `a mistake fails the test`(test: String, message: String) throws {
    let outcomes = try outcomes(test)
    #expect(outcomes.count == 1)
    #expect(outcomes.first?.hasPrefix("FAIL runs: ") == true)
    #expect(outcomes.first?.contains(message) == true, "\(outcomes)")
  }

  @Test func `an expected error of a request without an answer fails no test`() throws {
    let test = """
      local app = launch {}
      expect(function() app:tap("Load") end).to_fail("no answer for GET")
      expect(function() app:tap("Load") end).to_fail()
      """
    #expect(try outcomes(test) == ["ok runs"])
  }

  @Test func `an answer needs no permission, and a server does`() throws {
    let test = """
      local app = launch { ["GET https://example.com/*"] = "x" }
      app:tap("Other")
      expect(app:get("text")).to_be("200 x")
      expect(app.requests).to_have_count(1)
      local other = okit.launch("app.lua")
      other:tap("Other")
      expect(other:get("text")).to_be("net.permission")
      """
    #expect(try outcomes(test, allow: []) == ["ok runs"])
  }

  // MARK: Stores

  @Test func `a store keeps documents, and honours conditions`() throws {
    let test = """
      local store = okit.endpoint_store { ["shop.json"] = { name = "Emma" }, ["_data/1.raw"] = "\\0\\xFF" }
      local function send(method, path, headers, body)
        return store[method .. " /*"] { method = method, path = path, headers = headers or {}, body = body }
      end
      expect(send("GET", "/none.json").status).to_be(404)
      local first = send("GET", "/shop.json")
      expect(first.status).to_be(200)
      expect(first.body).to_be('{"name":"Emma"}')
      expect(first.headers["content-type"]).to_be("application/json")
      expect(send("GET", "/_data/1.raw").body).to_be("\\0\\xFF")
      local tag = first.headers.etag
      expect(send("PUT", "/shop.json", { ["if-none-match"] = "*" }, "{}").status).to_be(412)
      expect(send("PUT", "/shop.json", { ["if-match"] = '"0"' }, "{}").status).to_be(412)
      local second = send("PUT", "/shop.json", { ["if-match"] = tag }, '{"name":"Dune"}')
      expect(second.status).to_be(204)
      expect(second.headers.etag).not_to_be(tag)
      expect(send("PUT", "/shop.json", { ["if-match"] = tag }, "{}").status).to_be(412)
      expect(store:get("shop.json")).to_equal { name = "Dune" }
      store:put("shop.json", { name = "Persuasion" })
      expect(send("PUT", "/shop.json", { ["if-match"] = second.headers.etag }, "{}").status).to_be(412)
      expect(send("DELETE", "/shop.json", { ["if-match"] = tag }).status).to_be(412)
      expect(send("DELETE", "/shop.json").status).to_be(204)
      expect(send("PUT", "/shop.json", { ["if-match"] = "*" }, "{}").status).to_be(412)
      expect(send("PUT", "/new.json", { ["if-none-match"] = "*" }, "{}").status).to_be(201)
      expect(store:get("/new.json")).to_equal {}
      store:delete("new.json")
      expect(store:get("new.json")).to_be(nil)
      expect(function() store:gte("x") end).to_fail('no member "gte"')
      expect(function() okit.endpoint_store(5) end).to_fail("needs a table of documents, got number")
      """
    #expect(try outcomes(test) == ["ok runs"])
  }
}
