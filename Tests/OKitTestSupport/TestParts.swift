internal import OKitBackup
internal import OKitEncryption
package import OKitEngine
internal import OKitHTTP
internal import OKitSQLite
internal import OKitStoryboard

extension [ApplicationPart] {
  /// The parts of applications in tests, as `okit-run` has them.
  package static var everything: [ApplicationPart] { [.sqlite, .http, .encryption, .backups, .storyboards] }
}
