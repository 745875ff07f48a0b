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
    [
      .sqlite, .http(endpoint), .encryption(keys?.key ?? .standard, attempts: keys?.attempts ?? 1), .backups,
      .storyboards,
    ]
  }
}
