import Glibc
import OKitEngine

/// A port on which a server takes connections and never answers.
package final class SilentServer {
  package let port: UInt16
  private let descriptor: Int32

  package init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, length) = (descriptor, size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw Diagnostic("test.server", "cannot listen: \(String(cString: strerror(errno)))") }
  }

  /// Waits until a client has connected.
  package func accept() { _ = Glibc.accept(descriptor, nil, nil) }

  deinit { close(descriptor) }
}
