import Foundation
import OKitEngine
import OKitHTTP
import OKitTestSupport
import Testing

/// The endpoint as command line, script and credentials file define it.
@Suite struct EndpointConfigurationTests {
  static let urls: [(String, String?)] = [
    ("https://example.org", "https://example.org/"), ("http://Example.org:8080/a/b/", "http://example.org:8080/a/b/"),
    ("https://[::1]/x", "https://[::1]/x"), ("", nil), ("example.org", nil), ("ftp://example.org", nil),
    ("https://", nil),
    ("https://example.org/?a", nil), ("https://example.org/#a", nil), ("https://user:secret@example.org/", nil),
    ("https://example.org:0/", nil), ("https://exa mple.org/", nil), ("https://example.org/?token=secret", nil),
  ]

  @Test(arguments: urls)
  func `the URL is validated, and its secrets are not repeated`(text: String, url: String?) throws {
    guard let url else {
      let failure = #expect(throws: Diagnostic.self) { try ScriptEndpoint.url(parsing: text) }
      #expect(failure?.code == "http.url")
      #expect(failure?.description.contains("secret") == false)
      return
    }
    #expect(try ScriptEndpoint.url(parsing: text).text == url)
  }

  static let credentials: [(String, String?)] = [
    (#"{"example.org": {"bearer": "abc"}}"#, "Bearer abc"), (#"{"EXAMPLE.org": {"bearer": "abc"}}"#, "Bearer abc"),
    (#"{"example.org:443": {"bearer": "abc"}, "example.org": {"bearer": "x"}}"#, "Bearer abc"),
    (#"{"example.org:444": {"bearer": "abc"}}"#, "none"), ("{}", "none"), (#"{"[::1]:80": {"bearer": "abc"}}"#, "none"),
    (#"{"example.org": {"user": "u", "password": "p:ä"}}"#, "Basic dTpwOsOk"),
    ("", nil), ("[]", nil), (#"{"example.org": {"bearer": "secret"}"#, nil), (#"{"example.org": "secret"}"#, nil),
    (#"{"example.org": {"bearer": 1}}"#, nil), (#"{"example.org": {"baerer": "secret"}}"#, nil),
    (#"{"example.org": {"bearer": "secret", "user": "u"}}"#, nil), (#"{"example.org": {"user": "secret"}}"#, nil),
    (#"{"example.org": {"bearer": "secret\nX: y"}}"#, nil), (#"{"example.org": {"bearer": "secret x"}}"#, nil),
    (#"{"example.org": {"bearer": ""}}"#, nil), (#"{"example.org": {"user": "a:secret", "password": "p"}}"#, nil),
    (#"{"https://example.org": {"bearer": "secret"}}"#, nil), (#"{"example.org/a": {"bearer": "secret"}}"#, nil),
    (#"{"example.org": {"bearer": "secret"}} secret"#, nil), (#"{"a": {"bearer": secret}}"#, nil),
  ]

  @Test(arguments: credentials)
  func `the credentials file is validated, and not repeated`(json: String, authorization: String?) throws {
    let folder = try TestFolder(["c.json": json])
    let file = "\(folder.path)/c.json"
    chmod(file, 0o600)
    guard let authorization else {
      let failure = #expect(throws: Diagnostic.self) { try HTTPCredentials(file: file) }
      #expect(failure?.code == "http.credentials")
      #expect(failure?.place?.file == file)
      #expect(failure?.description.contains("secret") == false, "\(failure.map(\.description) ?? "")")
      return
    }
    let found = try HTTPCredentials(file: file).authorization(for: HTTPURL("https://example.org/"))
    #expect(found ?? "none" == authorization)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o666, 0o610])
  func `others must have no access to the credentials file`(mode: UInt32) throws {
    let folder = try TestFolder(["c.json": "{}"])
    let file = "\(folder.path)/c.json"
    chmod(file, mode)
    let failure = #expect(throws: Diagnostic.self) { try HTTPCredentials(file: file) }
    #expect(failure?.code == "http.credentials")
    #expect(failure?.hint == "run chmod 600 \(file)")
  }

  @Test func `a missing file, a folder and a pipe are no credentials file`() throws {
    let folder = try TestFolder([:])
    mkfifo("\(folder.path)/pipe", 0o600)
    for path in ["\(folder.path)/missing", folder.path, "\(folder.path)/pipe"] {
      let failure = #expect(throws: Diagnostic.self) { try HTTPCredentials(file: path) }
      #expect(failure?.code == "http.credentials")
    }
  }

  // MARK: Precedence and permissions

  private func configuration(_ url: String?, _ allow: [String]) throws -> EndpointConfiguration {
    var options = EndpointOptions()
    options.url = try url.map(ScriptEndpoint.url)
    return EndpointConfiguration(options, permitted: .only(allow))
  }

  private func script(_ url: String) throws -> ScriptEndpoint {
    var script = ScriptEndpoint()
    script.url = try ScriptEndpoint.url(parsing: url)
    return script
  }

  @Test func `the command line takes precedence`() throws {
    let both = try configuration("http://a.example/x", ["b.example"])
    var other = try script("http://b.example/")
    other.method = .post
    try other.setTimeout(3)
    try both.set(other)
    #expect(try both.current().url.text == "http://a.example/x")
    #expect(try both.current().settings.method == .post)
    #expect(try both.current().settings.timeout == 3)
    #expect(both.access == .only(["b.example", "a.example:80"]))
  }

  @Test func `a script needs the permission for the host`() throws {
    let none = try configuration(nil, [])
    let failure = #expect(throws: Diagnostic.self) { try none.set(script("http://b.example/")) }
    #expect(failure?.code == "net.permission")
    #expect(#expect(throws: Diagnostic.self) { try none.current() }?.code == "http.endpoint")
    let permitted = try configuration(nil, ["b.example"])
    try permitted.set(script("http://b.example/"))
    #expect(try permitted.use().url.host == "b.example")
    try permitted.set(script("http://b.example/"))
    let late = #expect(throws: Diagnostic.self) { try permitted.set(script("http://b.example/other")) }
    #expect(late?.code == "http.endpoint")
  }

  @Test func `a script cannot make credentials readable on the way`() throws {
    let folder = try TestFolder(["c.json": #"{"b.example": {"bearer": "x"}, "localhost": {"bearer": "x"}}"#])
    chmod("\(folder.path)/c.json", 0o600)
    var options = EndpointOptions()
    options.credentials = try HTTPCredentials(file: "\(folder.path)/c.json")
    let configuration = EndpointConfiguration(options, permitted: .all)
    let failure = #expect(throws: Diagnostic.self) { try configuration.set(script("http://b.example/")) }
    #expect(failure?.code == "http.credentials")
    try configuration.set(script("https://b.example/"))
    try configuration.set(script("http://localhost/"))
  }

  static let headers = [
    "Host", "If-Match", "Content-Length", "content-type", "X: y", "", "If-None-Match", "Accept-Encoding",
  ]

  @Test(arguments: headers)
  func `a script cannot set the headers of the runtime`(name: String) throws {
    var script = ScriptEndpoint()
    #expect(throws: Diagnostic.self) { try script.add(name, "x") }
    #expect(throws: Diagnostic.self) { try script.add("X-A", "a\r\nb") }
  }
}
