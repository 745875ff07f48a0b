/// The requests of an application with their answers, in the order of the answers.
package final class TracedRequests {
  private struct Entry {
    let request: HTTPRequest
    let result: Result<HTTPResponse, HTTPFailure>
    let latency: Double
  }

  private var entries: [Entry] = []
  /// The largest size of all bodies in bytes.
  private let limit: Int
  private var size = 0
  /// The number of requests that did not fit.
  package private(set) var dropped = 0

  package init(limit: Int = .max) { self.limit = limit }

  package var count: Int { entries.count }

  /// - Parameter latency: The seconds until the answer arrives, by the clock of the application.
  package func add(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>, latency: Double = 0) {
    let answer = if case .success(let response) = result { response.body.count } else { 0 }
    let added = answer + (request.body?.count ?? 0)
    guard dropped == 0, added <= limit - size else {
      dropped += 1
      return
    }
    size += added
    entries.append(Entry(request: request, result: result, latency: latency))
  }

  /// Returns the requests from a position on as a trace has them.
  package func jsonValues(from start: Int = 0) -> [JSONValue] {
    entries.dropFirst(start).map { TracedRequest.jsonValue($0.request, $0.result, $0.latency) }
  }
}

/// A request with its answer as a trace has it.
enum TracedRequest {
  private static let credentials: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  static func jsonValue(
    _ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>, _ latency: Double
  ) -> JSONValue {
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }
    var members: [String: JSONValue] = [
      "method": .string(request.method), "url": .string(request.url.text), "headers": shown(headers),
    ]
    if let body = request.body { members.merge(shown(body, Self.type(headers))) { own, _ in own } }
    if latency > 0 { members["latency"] = .double(latency) }
    switch result {
    case .success(let response):
      members["answer"] = .object(
        ["status": .int(response.status), "headers": shown(response.headers.map { ($0, $1) })]
          .merging(shown(response.body, Self.type(response.headers.map { ($0.lowercased(), $1) }))) { own, _ in own })
    case .failure(let failure):
      members["error"] =
        Diagnostic(.init(rawValue: "net.\(failure.kind)"), failure.message, hint: failure.hint).jsonValue
    }
    return .object(members)
  }

  private static func shown(_ headers: [(String, String)]) -> JSONValue {
    .object(
      Dictionary(headers.map { ($0, .string(credentials.contains($0) ? Secrets.mask : $1)) }) { first, _ in first })
  }

  private static func type(_ headers: [(String, String)]) -> String {
    headers.first { $0.0 == "content-type" }?.1.lowercased() ?? ""
  }

  /// The body: a JSON document as data, so that its members have their names, anything else as text or in Base64.
  private static func shown(_ body: [UInt8], _ type: String) -> [String: JSONValue] {
    guard !body.isEmpty else { return [:] }
    // A document that is damaged is shown as it is.
    if type.contains("json"), let json = try? JSONValue.parse(json: body) { return ["json": json] }
    return String(validating: body, as: UTF8.self).map { ["body": .string($0)] }
      ?? ["base64": .string(DataValue(bytes: body).base64)]
  }
}
