/// The keys of the encrypted models of an application: what `OKitEncryption` gives it.
package protocol KeyStore: ContentEncryption {
  /// The application. A hot reload replaces it.
  var delegate: (any KeyStoreDelegate)? { get set }
}

/// An application with encrypted models.
package protocol KeyStoreDelegate: AnyObject {
  /// Gets what is worth knowing, such as that the default key is used.
  func keyStore(logs text: String)

  /// Gets warnings.
  func report(_ diagnostic: Diagnostic)
}

extension AppRuntime: KeyStoreDelegate {
  package func keyStore(logs text: String) { applicationLog.write(LogEntry(.info, hint(text) ?? text)) }
}
