/// Texts as words of a shell's command line.
enum ShellText {
  /// Returns a text as one word, in quotes if it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "_-./+@%,:".contains($0) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
