import OKitBackup
import OKitEngine
import OKitStoryboard

extension [ApplicationPart] {
  /// The parts of the applications that the command runs.
  static func all() -> [ApplicationPart] { [.backups, .storyboards] }
}
