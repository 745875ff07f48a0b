internal import OKitBackup
package import OKitEngine
internal import OKitStoryboard

extension [ApplicationPart] {
  /// The parts of applications in tests, as `okit-run` has them.
  package static var everything: [ApplicationPart] { [.backups, .storyboards] }
}
