/// A request with its answer as a trace has it.
package enum TracedRequest {
  private static let credentials: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  package static func jsonValue(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>) -> JSONValue {
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }
    var members: [String: JSONValue] = [
      "method": .string(request.method), "url": .string(request.url.text), "headers": shown(headers),
    ]
    if let body = request.body { members.merge(shown(body)) { own, _ in own } }
    switch result {
    case .success(let response):
      members["answer"] = .object(
        ["status": .int(response.status), "headers": shown(response.headers.map { ($0, $1) })]
          .merging(shown(response.body)) { own, _ in own })
    case .failure(let failure): members["error"] = failure.diagnostic.jsonValue
    }
    return .object(members)
  }

  private static func shown(_ headers: [(String, String)]) -> JSONValue {
    .object(
      Dictionary(headers.map { ($0, .string(credentials.contains($0) ? Secrets.mask : $1)) }) { first, _ in first })
  }

  /// The body as data, so that its members have their names, or as text.
  private static func shown(_ body: [UInt8]) -> [String: JSONValue] {
    guard !body.isEmpty else { return [:] }
    if let json = try? JSONValue.parse(json: body) { return ["json": json] }  // Many bodies are not JSON.
    return String(validating: body, as: UTF8.self).map { ["body": .string($0)] } ?? ["size": .int(body.count)]
  }
}
