/// The key file that is used without another key.
enum DefaultKey {
  static let path = "okit/keys/default.key"
}
