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

/// Passes on to the runtime what a key store says. The store refers to it weakly, and not to the runtime, whose every
/// use would take longer.
final class KeyStoreLog: KeyStoreDelegate {
  private let reference: UnretainedReference<AppRuntime>

  init(_ reference: UnretainedReference<AppRuntime>) { self.reference = reference }

  func keyStore(logs text: String) {
    guard let runtime = reference.object else { return }
    runtime.applicationLog.write(LogEntry(.info, runtime.hint(text) ?? text))
  }

  func report(_ diagnostic: Diagnostic) { reference.object?.report(diagnostic) }
}
