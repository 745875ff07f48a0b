import OKitEngine
import OKitStoryboard

extension FuzzTarget {
  /// A storyboard: each problem has a code and a place in the input, and a storyboard is read the same way again.
  public static let storyboard = FuzzTarget(name: "storyboard") {
    { input in
      // Files of other encodings are refused before.
      guard let text = String(validating: input, as: UTF8.self) else { return }
      let first = try read(text)
      try require(try read(text) == first, "reads otherwise the second time")
    }
  }
}

/// Returns the script of a storyboard; the code of the error if it cannot be read.
private func read(_ text: String) throws -> String {
  let lines = text.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
  func check(_ diagnostic: Diagnostic) throws {
    try require(diagnostic.code.rawValue.hasPrefix("storyboard."), "refused with \(diagnostic.code.rawValue)")
    guard let place = diagnostic.place else { throw FuzzFinding("refused without a place: \(diagnostic)") }
    try require((0...lines).contains(place.line) && (place.column ?? 1) >= 1, "refused at \(place)")
  }
  do {
    let storyboard = try Storyboard(text, file: "f")
    for warning in storyboard.warnings { try check(warning) }
    return StoryboardScript(storyboard, file: "f").text
  } catch let diagnostic as Diagnostic {
    try check(diagnostic)
    return diagnostic.code.rawValue
  }
}
