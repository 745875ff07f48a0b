// The example of services of the program: the article has the lines between the marks, and ServicesExampleTests
// compares them.
import OKitEncryption
import OKitHTTP
import OKitLua
import Synchronization

func servicesExample(in folder: String) throws -> (rate: String, log: [String], output: [String], key: Int?) {
  // <example>
  struct Recorded: HTTPTransport {
    let bodies: [String: String]
    func send(_ request: TransportRequest) async throws -> TransportResponse {
      guard let body = bodies[request.url] else { return TransportResponse(status: 404) }
      return TransportResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(body.utf8))
    }
  }

  final class Keychain: KeySource {
    private let item = Mutex<[UInt8]?>(nil)
    func key() -> [UInt8]? { item.withLock { $0 } }
    func store(_ key: [UInt8]) { item.withLock { $0 = key } }
  }

  let (recorded, keychain) = (Recorded(bodies: ["https://example.org/rate": "1.25"]), Keychain())
  var (log, output): ([String], [String]) = ([], [])
  var options = LuaApplication.Options(clock: RuntimeClock { DateValue(secondsSince1970: 1_577_836_800) })
  options.documents = folder
  options.parts = [.http(transport: recorded), .encryption(.source(keychain))]
  options.permissions.network = .only(["example.org"])
  options.authentication = .callback { answer in answer(true) }
  options.seed = 7
  options.onLog = { entry in log.append("\(entry.level): \(entry.message)") }
  options.onReport = { diagnostic in log.append("\(diagnostic.code): \(diagnostic.message)") }
  options.print = { text in output.append(text) }
  let app = try LuaApplication(
    text: """
      local shop = okit.Model.register(okit.ModelEncrypted:extend('Shop', { rate = '' }))
      okit.ModelDetailTableController:extend('home', { titlePath = 'rate', right = {
        okit.ModelBarButtonItem { title = '#Load', tap = function()
          shop.rate = okit.fetch('https://example.org/rate').body
          okit.log.info('loaded at ' .. tostring(okit.now()))
          print(shop.rate)
        end },
      } })
      """, options: options)
  try app.driver.tap("Load")
  try app.waitForRequests()
  let rate: String = try app.get("rate")  // 1.25
  try app.close(storing: true)
  // </example>
  return (rate, log, output, keychain.key()?.count)
}
