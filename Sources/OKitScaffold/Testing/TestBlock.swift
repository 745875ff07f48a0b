/// A block of tests that begin on one screen.
enum TestBlock {
  /// - Parameters:
  ///   - launch: The call that launches the application.
  ///   - steps: The calls that lead to the screen.
  static func text(
    _ name: String, launch: String, _ steps: [String], _ tests: [(name: String, lines: [String])]
  ) -> String {
    var lines = ["describe(\(LuaText.quoted(name)), function()"]
    if steps.isEmpty {
      lines.append("  before_each(function() app = \(launch) end)")
    } else {
      lines += ["  before_each(function()", "    app = \(launch)"] + steps.map { "    \($0)" } + ["  end)"]
    }
    for test in tests {
      lines += ["", "  it(\(LuaText.quoted(test.name)), function()"] + test.lines.map { "    \($0)" } + ["  end)"]
    }
    return (lines + ["end)", ""]).joined(separator: "\n")
  }
}
