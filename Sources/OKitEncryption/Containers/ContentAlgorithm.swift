/// The algorithm of a `Cipher`.
package enum ContentAlgorithm: UInt8, CaseIterable, Sendable {
  case aesGCM = 1
  case chaChaPoly = 2

  package init?(name: String) {
    guard let algorithm = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = algorithm
  }

  /// The name, also for the library.
  package var name: String {
    switch self {
    case .aesGCM: "AES-256-GCM"
    case .chaChaPoly: "ChaCha20-Poly1305"
    }
  }

  /// The names and numbers, for a message.
  static var list: String { allCases.map { "\($0.rawValue) (\($0.name))" }.joined(separator: ", ") }
}
