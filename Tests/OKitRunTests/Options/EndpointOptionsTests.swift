import Foundation
import OKitTestSupport
import Testing

/// `--endpoint`, `--endpoint-method` and `--credentials-file`.
@Suite struct EndpointOptionsTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local Shop = okit.ModelHttp:extend("Shop", { name = "new" })
      local shop = okit.Model.register(Shop, "shop")
      shop.name = arg[1] or shop.name
      okit.Model.storeState()
      print(shop.name)
      """,
      "plain.lua": """
      okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })
      okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
      """,
      "a_test.lua": "it('runs', function() end)",
      "good.json": "{}", "open.json": "{}", "broken.json": "{\"secret\"",
      "secret.json": #"{"127.0.0.1": {"user": "anna", "password": "tulip"}}"#,
    ])
    for file in ["good", "broken", "secret"] { chmod("\(folder.path)/\(file).json", 0o600) }
    chmod("\(folder.path)/open.json", 0o644)
  }

  static let wrong: [([String], [String: String], String)] = [
    (
      ["--endpoint", "ftp://example.org"], [:],
      "is not a URL that can be fetched (it must start with http:// or https://)"
    ),
    (["--endpoint", "example.org"], [:], "\"example.org\" is not a URL"),
    (
      ["--endpoint", "https://anna:tulip@example.org/"], [:], "\"https://…@example.org/\" has a user name or a password"
    ),
    (["--endpoint", "https://example.org/?key=tulip"], [:], "is followed by a query or a fragment"),
    (["--endpoint-method", "PATCH"], [:], "\"PATCH\" is not a method of an endpoint; use PUT or POST"),
    (["--credentials-file", "missing.json"], [:], "missing.json: cannot read the credentials file: No such file"),
    (["--credentials-file", "."], [:], ".: cannot read the credentials file: it is a directory"),
    (["--credentials-file", "broken.json"], [:], "the credentials file is not valid JSON"),
    (["--credentials-file", "open.json"], [:], "its mode is 0644, expected 0600 (run chmod 600 open.json)"),
    ([], ["OKIT_ENDPOINT": "ftp://example.org"], "is not a URL that can be fetched"),
    ([], ["OKIT_ENDPOINT_METHOD": "GET"], "\"GET\" is not a method of an endpoint"),
    ([], ["OKIT_CREDENTIALS_FILE": "open.json"], "its mode is 0644, expected 0600"),
  ]

  @Test(arguments: wrong)
  func `a wrong option ends every command`(options: [String], environment: [String: String], message: String) throws {
    let commands = [
      ["run", "plain.lua", "--exec", "screen"], ["repl", "plain.lua", "--exec", "1"], ["test", "a_test.lua"],
    ]
    for command in commands {
      let result = try CommandProcess.run(command + options, in: folder, environment: environment)
      #expect(result.status == 2, "\(command)")
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!result.errors.contains("tulip"))
    }
  }

  @Test func `the code is stable`() throws {
    let options = ["--endpoint", "ftp://example.org", "--format", "json"]
    let result = try CommandProcess.run(["plain.lua", "--exec", "screen"] + options, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("http.url"), "\(result.errors)")
  }

  @Test func `the command line takes precedence over the environment`() throws {
    let options = ["--endpoint", "http://127.0.0.1:1/", "--endpoint-method", "POST", "--credentials-file", "good.json"]
    let environment = [
      "OKIT_ENDPOINT": "ftp://x", "OKIT_ENDPOINT_METHOD": "GET", "OKIT_CREDENTIALS_FILE": "open.json",
    ]
    let result = try CommandProcess.run(
      ["plain.lua", "--exec", "screen"] + options, in: folder, environment: environment)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `the endpoint of the command line needs no permission, and gets the credentials`() throws {
    let server = try HTTPServer { request in
      request.line.hasPrefix("GET")
        ? .complete(404) : .complete(request.header("If-None-Match") == nil ? 204 : 201, ["ETag: \"1\""])
    }
    let options = ["--documents", "d", "--endpoint", server.url + "/data", "--credentials-file", "secret.json"]
    let result = try CommandProcess.run(["app.lua"] + options + ["--", "Dune"], in: folder)
    #expect(result.output == "Dune\n", "\(result.errors)")
    let requests = server.requests
    #expect(requests.first?.line == "GET /data/shop.json")
    #expect(requests.allSatisfy { $0.header("Authorization") == "Basic YW5uYTp0dWxpcA==" })
    #expect(!result.errors.contains("tulip") && !result.errors.contains("YW5uYTp0dWxpcA"))
  }

  @Test func `a start without requests does not load libcurl, and makes no files`() throws {
    let options = ["--documents", "d", "--endpoint", "http://127.0.0.1:1/", "--credentials-file", "secret.json"]
    let process = try CommandProcess(["plain.lua"] + options, in: folder)
    try process.send("screen\n")
    #expect(process.line() != nil)
    let maps = try String(contentsOfFile: "/proc/\(process.processIdentifier)/maps", encoding: .utf8)
    #expect(maps.contains("libc.so"))
    #expect(!maps.contains("libcurl"))
    #expect(try process.end() == 0)
    #expect(!folder.exists("d"))
  }
}
