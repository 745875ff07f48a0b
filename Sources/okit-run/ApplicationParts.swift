import OKitBackup
import OKitEncryption
import OKitHTTP
import OKitSQLite
import OKitStoryboard

extension [ApplicationPart] {
  /// The parts of the applications that the command runs.
  ///
  /// - Parameters:
  ///   - keys: The key of encrypted models; nil for the default key.
  ///   - endpoint: What the command line says about the endpoint of HTTP models.
  static func all(keys: KeyOptions? = nil, endpoint: EndpointOptions = EndpointOptions()) -> [ApplicationPart] {
    all(key: keys?.key ?? .standard, attempts: keys?.attempts ?? 1, endpoint: endpoint)
  }

  /// - Parameter attempts: The maximum number of passphrase prompts.
  static func all(key: EncryptionKey, attempts: Int = 1, endpoint: EndpointOptions) -> [ApplicationPart] {
    [.sqlite, .http(endpoint), .encryption(key, attempts: attempts), .backups, .storyboards]
  }
}
