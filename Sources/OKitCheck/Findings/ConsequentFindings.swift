import OKitEngine

/// Warnings that something is not used, although a misspelt name was probably meant for it.
struct ConsequentFindings {
  /// The names that hints of errors propose.
  private let proposed: Set<String>

  init(_ findings: [Finding]) {
    proposed = Set(
      findings.lazy.filter { $0.severity == .error }.compactMap(\.hint).filter { $0.hasPrefix("did you mean") }
        .compactMap(\.lastQuoted))
  }

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
  /// The last part in quotation marks.
  var lastQuoted: String? {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[parts.count - 2]) : nil
  }
}
