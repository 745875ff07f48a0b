/// A finding as a workflow command of GitHub: `::error file=app.lua,line=3,col=5,title=binding.property::message`.
enum GitHubAnnotation {
  static func line(_ finding: Finding) -> String {
    let command = finding.severity == .note ? "notice" : finding.severity.rawValue
    let properties = [
      ("file", finding.file), ("line", "\(finding.line)"), ("col", "\(finding.column)"),
      ("endColumn", "\(finding.endColumn)"), ("title", finding.code),
    ]
    let list = properties.map { "\($0)=\(escaped($1, isProperty: true))" }.joined(separator: ",")
    return "::\(command) \(list)::\(escaped(finding.fullMessage, isProperty: false))"
  }

  /// The runner reads a percent sign as the beginning of an escape, and a line break as the end of the command. Its log
  /// is shown on terminals and pages, which other control characters could change.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in PrintableText.escaped(text).unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
