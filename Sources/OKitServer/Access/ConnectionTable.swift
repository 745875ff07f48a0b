internal import NIOCore

/// The open connections of a server, in the order of their last requests.
///
/// Beyond the limit, the oldest connection that has not shown the token makes place for a new one: nobody can keep a
/// person with the token out by opening connections.
struct ConnectionTable {
  private struct Connection {
    let channel: any Channel
    /// Whether it has shown the token.
    var isNamed = false
  }

  private let limit: Int
  private var connections: [Connection] = []

  init(limit: Int) { self.limit = limit }

  /// Adds a connection.
  ///
  /// - Returns: Whether there was a place for it.
  mutating func add(_ channel: any Channel) -> Bool {
    if connections.count >= limit {
      guard let oldest = connections.firstIndex(where: { !$0.isNamed }) else { return false }
      connections.remove(at: oldest).channel.close(promise: nil)
    }
    connections.append(Connection(channel: channel))
    return true
  }

  /// Notes a request of a connection.
  mutating func didRequest(_ channel: any Channel, withToken hasToken: Bool) {
    guard let index = index(of: channel) else { return }
    var connection = connections.remove(at: index)
    if hasToken { connection.isNamed = true }
    connections.append(connection)
  }

  mutating func remove(_ channel: any Channel) {
    if let index = index(of: channel) { connections.remove(at: index) }
  }

  private func index(of channel: any Channel) -> Int? { connections.firstIndex { $0.channel === channel } }
}
