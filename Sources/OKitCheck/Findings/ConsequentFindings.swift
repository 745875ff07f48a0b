/// Warnings that something is not used, although a misspelt name was probably meant for it.
struct ConsequentFindings {
  /// The names that hints of errors, and of missing texts, propose.
  private let proposed: Set<String>

  init(_ findings: [Finding]) {
    proposed = Set(
      findings.lazy.filter { $0.severity == .error || $0.code == "localization.missing" }.compactMap(\.hint).compactMap(
        Self.proposed(by:)))
  }

  /// The name that a hint proposes.
  static func proposed(by hint: String) -> String? { hint.hasPrefix("did you mean") ? hint.lastQuoted : nil }

  func contain(_ finding: Finding) -> Bool {
    switch finding.code {
    case "controller.unreachable", "localization.unused": finding.message.lastQuoted.map(proposed.contains) ?? false
    case "function.unused":
      finding.message.split(separator: ".").last.map { proposed.contains(String($0)) } ?? false
    default: false
    }
  }
}

extension String {
  /// The first part in quotation marks.
  var firstQuoted: String? {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }

  /// The last part in quotation marks.
  var lastQuoted: String? {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[parts.count - 2]) : nil
  }
}
