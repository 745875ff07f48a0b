internal import Crypto

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An authenticated cipher with keys of 256 bits, nonces of 12 bytes and tags of 16 bytes.
package enum ContentAlgorithm: UInt8, CaseIterable, Sendable {
  case aesGCM = 1
  case chaChaPoly = 2

  static let tagSize = 16

  package init?(name: String) {
    guard let algorithm = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = algorithm
  }

  package var name: String {
    switch self {
    case .aesGCM: "AES-256-GCM"
    case .chaChaPoly: "ChaCha20-Poly1305"
    }
  }

  /// The names and numbers, for a message.
  static var list: String { allCases.map { "\($0.rawValue) (\($0.name))" }.joined(separator: ", ") }

  /// Returns the ciphertext with its tag.
  func seal(
    _ bytes: some DataProtocol, _ key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8]
  ) throws -> [UInt8] {
    switch self {
    case .aesGCM:
      let box = try AES.GCM.seal(bytes, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
      return Array(box.ciphertext) + Array(box.tag)
    case .chaChaPoly:
      let box = try ChaChaPoly.seal(bytes, using: key, nonce: ChaChaPoly.Nonce(data: nonce), authenticating: data)
      return Array(box.ciphertext) + Array(box.tag)
    }
  }

  /// Returns the plain bytes; nil if the ciphertext, its nonce or the authenticated data is not as it was sealed.
  func open(
    _ sealed: UnsafeRawBufferPointer, _ key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8]
  ) -> Data? {
    guard sealed.count >= Self.tagSize else { return nil }
    let end = sealed.count - Self.tagSize
    let ciphertext = UnsafeRawBufferPointer(rebasing: sealed[..<end])
    let tag = UnsafeRawBufferPointer(rebasing: sealed[end...])
    do {
      switch self {
      case .aesGCM:
        let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
        return try AES.GCM.open(box, using: key, authenticating: data)
      case .chaChaPoly:
        let box = try ChaChaPoly.SealedBox(nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
        return try ChaChaPoly.open(box, using: key, authenticating: data)
      }
    } catch {
      // The library has one error for everything that is not authentic.
      return nil
    }
  }
}
