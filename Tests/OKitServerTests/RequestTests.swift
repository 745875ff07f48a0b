import OKitLive
import OKitTestSupport
import Testing

@Suite struct RequestTests {
  @Test func showsTheScreen() throws {
    let server = try TestServer()
    let response = try server.request("GET /screen")
    #expect(response.headers["content-type"] == "application/json")
    #expect(response.json["type"] == "screen")
    #expect(response.json["screen"]?["title"] == "0")
    let text = try server.request("GET /screen?format=text&width=30")
    #expect(text.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(text.text.split(separator: "\n").first?.count == 30)
    #expect(text.text.contains("[Add]"))
  }

  @Test func performsActions() throws {
    let server = try TestServer()
    #expect(try server.request("POST /action", body: #"{"action":{"tap":"right:0"}}"#).json == ["type": "done"])
    #expect(try server.count() == "1")
    let stale = try server.request("POST /action", body: #"{"instance":99,"action":{"tap":"right:0"}}"#)
    #expect(stale.status == 200)
    #expect(stale.json["error"]?["code"] == "action.stale")
    let impossible = try server.request("POST /action", body: #"{"action":{"tap":"right:9"}}"#)
    #expect(impossible.json["error"]?["code"] == "action.impossible")
    #expect(try server.count() == "1")
  }

  @Test func servesTheWindowsOfPages() throws {
    let server = try TestServer()
    let (client, welcome) = try server.page(.init(view: PageView(isVisible: true, width: 320)))
    let name = try #require(welcome["window"]?.text)
    #expect(try server.request("POST /action?window=\(name)", body: #"{"action":{"tap":"right:0"}}"#).status == 200)
    #expect(try client.readMessage("update")["changes"]?["fields"]?["title"] == "1")
    let text = try server.request("GET /screen?format=text&window=\(name)").text
    #expect(text.split(separator: "\n").first?.count == 40)
  }

  /// The request, its body, the status, the code.
  @Test(arguments: [
    ("GET /nothing", "", 404, "live.request"), ("POST /screen", "{}", 405, "live.request"),
    ("GET /action", "", 405, "live.request"), ("POST /action", "x", 400, "live.message"),
    ("POST /action", "{}", 400, "live.message"), ("POST /action", #"{"instance":"1","action":1}"#, 400, "live.message"),
    ("POST /action?window=w9", #"{"action":"back"}"#, 404, "live.window"),
    ("GET /screen?window=w9", "", 404, "live.window"),
    ("GET /screen?format=xml", "", 400, "live.request"), ("GET /screen?fromat=text", "", 400, "live.request"),
    ("GET /screen?format=text&format=json", "", 400, "live.request"),
    ("GET /image?id=1&id=2", "", 400, "live.request"),
    ("GET /screen?width=40", "", 400, "live.request"), ("GET /screen?format=text&width=0", "", 400, "live.request"),
    ("GET /screen?format=text&width=1001", "", 400, "live.request"),
    ("POST /action?windows=script", #"{"action":"back"}"#, 400, "live.request"),
    ("POST /action", #"{"action":"back","instnce":1}"#, 400, "live.message"),
    ("POST /action", "", 400, "live.message"), ("GET /screen?format=text&width=x", "", 400, "live.request"),
    ("GET /screen?%zz", "", 400, "live.request"), ("GET http://127.0.0.1/screen", "", 400, "live.request"),
    ("GET //screen", "", 400, "live.request"), ("GET /image?id=1", "", 404, "live.request"),
    ("GET /image", "", 400, "live.request"), ("GET /image?id=1&window=w1", "", 400, "live.request"),
    ("GET /socket?window=w1", "", 400, "live.request"),
    ("GET /socket", "", 426, "live.request"), ("DELETE /", "", 405, "live.request"),
  ])
  func refusesOtherRequests(_ line: String, _ body: String, _ status: Int, _ code: String) throws {
    let response = try TestServer().request(line, body: body)
    #expect(response.status == status)
    #expect(response.json["code"] == .string(code))
  }

  /// The request, its body, the hint, words of the message.
  @Test(arguments: [
    ("GET /screen?fromat=text", "", "format", "unknown parameter \"fromat\"; expected format, width, window"),
    ("GET /screen?format=txt", "", "text", "unknown format \"txt\"; expected json or text"),
    ("GET /screens", "", "/screen", "there is no \"/screens\""),
    ("GET /screen?window=scrip", "", "script", "there is no window \"scrip\""),
    ("POST /action", #"{"action":"back","instnce":1}"#, "instance", "unknown member \"instnce\" of the body"),
  ])
  func namesTheNearestName(_ line: String, _ body: String, _ name: String, _ words: String) throws {
    let json = try TestServer().request(line, body: body).json
    #expect(json["hint"] == .string("did you mean \"\(name)\"?"))
    #expect(json["message"]?.text?.contains(words) == true)
  }

  @Test(arguments: [("POST /screen", "GET, HEAD"), ("GET /action", "POST"), ("DELETE /", "GET, HEAD")])
  func namesTheMethods(_ line: String, _ methods: String) throws {
    let response = try TestServer().request(line)
    #expect(response.status == 405)
    #expect(response.headers["allow"] == methods)
  }

  @Test(arguments: [
    ("", "the body of the request is empty"),
    ("{", "cannot read the body of the request: byte 1: expected a key or '}', found the end of the body"),
  ])
  func speaksOfTheBody(_ body: String, _ words: String) throws {
    let json = try TestServer().request("POST /action", body: body).json
    #expect(json["message"]?.text?.contains(words) == true)
  }

  @Test func keepsTheConnection() throws {
    let server = try TestServer()
    let client = try server.client()
    let request = "GET /screen HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer right\r\n\r\n"
    client.send(request + request)
    #expect(try client.readResponse().status == 200)
    #expect(try client.readResponse().status == 200)
    client.send(request)
    #expect(try client.readResponse().status == 200)
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .int(let number) = self { number } else { nil } }
}
