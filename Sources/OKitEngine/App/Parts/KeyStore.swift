/// The keys of the encrypted models of an application: what `OKitEncryption` gives it.
package protocol KeyStore: ContentEncryption {
  /// Gets what is worth knowing, such as that the default key is used.
  var onLog: (String) -> Void { get set }

  /// Gets warnings.
  var onReport: (Diagnostic) -> Void { get set }
}
