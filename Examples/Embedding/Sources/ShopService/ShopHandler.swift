import OKitLua

/// Answers the requests of clients, for the HTTP server of the program, such as Hummingbird or Vapor:
/// `GET /shops/3` shows a screen, `POST /shops/3` performs the action in the body.
public struct ShopHandler: Sendable {
  /// An answer.
  public struct Response: Sendable {
    public let status: Int
    public let body: [UInt8]
  }

  private let shops: [Shop]

  public init(_ shops: [Shop]) { self.shops = shops }

  /// Returns the answer to a request. What the application refuses is an answer, too.
  public func respond(_ method: String, _ path: String, _ body: [UInt8] = []) async throws -> Response {
    let parts = path.split(separator: "/")
    guard parts.count == 2, parts[0] == "shops", let number = Int(parts[1]), shops.indices.contains(number) else {
      return Response(status: 404, body: [])
    }
    do {
      switch method {
      case "GET": return Response(status: 200, body: try await shops[number].screen())
      case "POST": return Response(status: 200, body: try await shops[number].perform(body))
      default: return Response(status: 405, body: [])
      }
    } catch let error as Diagnostic {
      return Response(status: Self.status(error.code), body: try error.json())
    }
  }

  private static func status(_ code: Diagnostic.Code) -> Int {
    switch code {
    case .actionJSON, "json.syntax": 400
    case .actionImpossible: 409
    case .applicationClosed, .applicationStopped: 503
    default: 500
    }
  }
}
