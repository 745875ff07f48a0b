/// Keeps the lines with which a person enters secrets out of the history.
struct LineSecrets {
  private let secrets: Secrets
  /// The number of secrets that were entered before the line.
  private let before: Int

  init(_ secrets: Secrets) { (self.secrets, before) = (secrets, secrets.entered) }

  /// Removes the line that was executed from a history if it has entered a secret. One that has failed may have meant
  /// to, and stays for this session.
  func filter(_ history: inout LineHistory, line: String, hasFailed: Bool) {
    if secrets.entered != before || secrets.occur(in: line) {
      history.remove(line)
    } else if hasFailed, CommandParser.mayEnterText(line) {
      history.keepForSession(line)
    }
  }
}
