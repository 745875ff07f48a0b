import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// `okit.fetch` against servers on this machine.
@Suite struct FetchTests {
  /// Returns the output of a script that fetches; `PORT` stands for the server's port.
  private func fetch(
    _ lua: String, allow: [String] = ["net=127.0.0.1"], from server: LoopbackServer
  ) throws -> [String] {
    // It would close with its last use, which is before the script runs.
    defer { withExtendedLifetime(server) {} }
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince1970: 0)))
    options.parts = .everything
    func fill(_ text: String) -> String { text.replacingOccurrences(of: "PORT", with: String(server.port)) }
    options.permissions = try LuaPermissions(parsing: allow.map(fill))
    var printed: [String] = []
    options.print = { printed.append($0) }
    options.onReport = { printed.append("\($0.code.rawValue): \($0.message)") }
    let text = """
      local url = "http://127.0.0.1:PORT"
      okit.after(0, function()
        \(lua)
      end)
      okit.ModelDetailTableController:extend("home", {})
      """
    let application = try LuaApplication(text: fill(text), chunk: "test.lua", folder: "/tmp", options: options)
    try application.runtime.turn {}
    try application.runtime.waitForRequests { false }
    application.close()
    return printed
  }

  @Test func `one request after another does not nest`() throws {
    let server = try LoopbackServer(answer: nil)
    let script = """
      local failures = 0
      for _ = 1, 1500 do
        -- No server listens there.
        if not pcall(okit.fetch, "http://127.0.0.1:1/") then failures = failures + 1 end
      end
      print(failures)
      """
    #expect(try fetch(script, from: server) == ["1500"])
  }

  /// Ctrl-C while a function waits for a server that says nothing.
  @Test func `an interruption ends a request`() throws {
    let server = try LoopbackServer(answer: nil)
    defer { withExtendedLifetime(server) {} }
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince1970: 0)))
    options.parts = .everything
    options.permissions = try LuaPermissions(parsing: ["net=127.0.0.1"])
    var printed: [String] = []
    options.print = { printed.append($0) }
    options.onReport = { printed.append("\($0.code.rawValue): \($0.message)") }
    let text = """
      okit.after(0, function()
        local ok, failure = pcall(okit.fetch, "http://127.0.0.1:\(server.port)/")
        print("caught " .. failure.message, failure.code)
        okit.fetch("http://127.0.0.1:\(server.port)/")
      end)
      okit.ModelDetailTableController:extend("home", {})
      """
    let application = try LuaApplication(text: text, chunk: "test.lua", folder: "/tmp", options: options)
    try application.runtime.turn {}
    #expect(printed == [])
    application.host.interruptRequests()
    #expect(printed == ["caught interrupted\tnet.interrupted"])
    application.host.interruptRequests()
    application.host.interruptRequests()
    #expect(printed == ["caught interrupted\tnet.interrupted", "net.interrupted: interrupted"])
    application.close()
  }

  static let answers: [(String, String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more", "200|hello"),
    ("HTTP/1.0 404 Not Found\r\n\r\nnothing here", "404|nothing here"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nA: b\r\n\r\n",
      "200|hello world"
    ),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\nabc", "204|"),
    ("HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\nContent-Length: 0\r\n\r\n", "302|"),
    ("HTTP/1.1 200\nContent-Length: 1\n\nx", "200|x"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "net.response"),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy", "net.response"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "net.size"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", "net.response"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 17000000\r\n\r\n" + String(repeating: "x", count: 100), "net.size"),
    ("SSH-2.0-OpenSSH\r\n\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\n: x\r\n\r\n", "net.response"),
    ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 70_000) + "\r\n\r\n", "net.size"),
    ("", "net.response"),
  ]

  @Test(arguments: answers)
  func reads(answer: String, result: String) throws { try checkReading(answer, result) }

  /// Not an argument of a test, which would be printed.
  @Test func `a body without a length that is too long is an error`() throws {
    try checkReading("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 16 << 20 + 1), "net.size")
  }

  private func checkReading(_ answer: String, _ result: String) throws {
    let server = try LoopbackServer(answer: answer)
    let lua = """
      local ok, r = pcall(okit.fetch, url)
      print(ok and r.status .. "|" .. r.body or r.code)
      """
    let printed = try fetch(lua, from: server)
    #expect(printed == [result])
  }

  @Test func sendsWhatItIsTold() throws {
    let server = try LoopbackServer(answer: "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nConnection: close\r\n\r\n\u{7F}ok")
    let lua = """
      local r = okit.fetch { url = url .. "/a?b=c#d", body = "x\\0y", headers = { Accept = "text/plain", ["X-B"] = "2" \
      } }
      print(r.headers["x-a"], #r.body)
      """
    #expect(try fetch(lua, allow: ["net=127.0.0.1:PORT"], from: server) == ["1, 2\t3"])
    #expect(
      server.request == "POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept-Encoding: gzip\r\n"
        + "Accept: text/plain\r\nX-B: 2\r\nContent-Length: 3\r\n\r\nx\0y")
  }

  static let refused: [(String, [String], String)] = [
    ("url", [], "net.permission"), ("url", ["net=localhost"], "net.permission"),
    ("url", ["net=127.0.0.1:2"], "net.permission"),
    ("url", ["read,write,env"], "net.permission"), ("'http://localhost:PORT'", ["net=127.0.0.1"], "net.permission"),
    ("'http://127.0.0.1.example.org/'", ["net=127.0.0.1"], "net.permission"),
    ("'http://x@127.0.0.1/'", ["net"], "net.url"), ("'http://127.0.0.1:PORT@example.org/'", ["net"], "net.url"),
    ("'https://127.0.0.1:PORT'", ["net=127.0.0.1:443"], "net.permission"),
    ("'https://127.0.0.1/'", ["net=127.0.0.1:80"], "net.permission"), ("'http://2130706433/'", ["net"], "net.url"),
    ("'http://127.1/'", ["net"], "net.url"), ("'http://0x7f.0.0.1/'", ["net"], "net.url"),
    ("'http://0x7f000001/'", ["net"], "net.url"), ("'http://017700000001/'", ["net"], "net.url"),
    ("'ftp://127.0.0.1/'", ["net"], "net.url"),
    ("'file:///etc/passwd'", ["net"], "net.url"),
    ("'http://'", ["net"], "net.url"), ("''", ["net"], "net.url"), ("'http://127.0.0.1:0/'", ["net"], "net.url"),
    ("'http://127.0.0.1:99999/'", ["net"], "net.url"), ("url .. '/a b'", ["net"], "net.url"),
    ("url .. '/ä'", ["net"], "net.url"),
    ("url .. '/\\r\\nX: y'", ["net"], "net.url"), ("url .. '/\\0'", ["net"], "net.url"),
    ("'http://a/b\\\\c@127.0.0.1'", ["net=127.0.0.1"], "net.permission"),
    ("{ url = url, method = 'GET / HTTP/1.1\\r\\nX: y' }", ["net"], "net.request"),
    ("{ url = url, method = 'get' }", ["net"], "net.request"),
    ("{ url = url, method = 'CONNECT' }", ["net"], "net.request"),
    ("{ url = url, headers = { X = 'y\\r\\nHost: z' } }", ["net"], "net.request"),
    ("{ url = url, headers = { X = 'y\\nz' } }", ["net"], "net.request"),
    ("{ url = url, headers = { ['X: y\\r\\nZ'] = 'a' } }", ["net"], "net.request"),
    ("{ url = url, headers = { Host = 'z' } }", ["net"], "net.request"),
    ("{ url = url, headers = { ['Content-Length'] = '0' } }", ["net"], "net.request"),
    ("{ url = url, headers = { X = 1 } }", ["net"], "lua.argument"),
    ("{ url = url, headers = { 'x' } }", ["net"], "lua.argument"),
    ("{ url = url, timeout = 0 }", ["net"], "net.request"), ("{ url = url, timeout = 1e9 }", ["net"], "net.request"),
    ("{ url = url, timeout = 0/0 }", ["net"], "net.request"),
    ("{ ulr = url }", ["net"], "lua.unknownMember"), ("{}", ["net"], "lua.argument"), ("nil", ["net"], "lua.argument"),
    ("io", ["net"], "lua.argument"),
  ]

  @Test(arguments: refused)
  func isRefused(request: String, allow: [String], code: String) throws {
    let server = try LoopbackServer(answer: "HTTP/1.1 200 OK\r\n\r\nESCAPED")
    let lua = "local ok, r = pcall(okit.fetch, \(request)) print(ok and r.body or r.code)"
    #expect(try fetch(lua, allow: allow, from: server) == [code])
    #expect(server.request == nil)
  }

  @Test func `a slower answer does not hold up a faster one`() throws {
    let silent = try LoopbackServer(answer: nil)
    defer { withExtendedLifetime(silent) {} }
    let server = try LoopbackServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfast")
    let lua = """
      okit.after(0, function()
        local ok, r = pcall(okit.fetch, { url = "http://127.0.0.1:\(silent.port)", timeout = 3 })
        print(r.code)
      end)
      okit.after(0, function() print(okit.fetch(url).body) end)
      """
    #expect(try fetch(lua, from: server) == ["fast", "net.timeout"])
  }

  @Test func `a cancelled request closes its connection`() throws {
    let server = try LoopbackServer(answer: nil)
    let lua = """
      local handle = okit.fetch { url = url, wait = false, timeout = 60 }
      okit.sleep(0)
      handle:cancel()
      local ok, r = pcall(handle.wait, handle)
      print(handle.running, r.code)
      """
    #expect(try fetch(lua, from: server) == ["false\tnet.cancelled"])
  }

  @Test func endsInTime() throws {
    let server = try LoopbackServer(answer: nil)
    let lua = "local ok, r = pcall(okit.fetch, { url = url, timeout = 0.1 }) print(r.code)"
    #expect(try fetch(lua, from: server) == ["net.timeout"])
  }

  @Test func tellsWhatCannotBeReached() throws {
    let server = try LoopbackServer(answer: nil)
    server.close()
    #expect(try fetch("local ok, r = pcall(okit.fetch, url) print(r.code)", from: server) == ["net.unreachable"])
  }

  @Test func whoCannotWaitSendsNothing() throws {
    let server = try LoopbackServer(answer: "HTTP/1.1 200 OK\r\n\r\nESCAPED")
    let lua = """
      local ok, problem = pcall(table.sort, { 2, 1 }, function() okit.fetch(url) end)
      print(ok, tostring(problem):match("cannot wait here"))
      """
    #expect(try fetch(lua, from: server) == ["false\tcannot wait here"])
    #expect(server.request == nil)
  }
}
