extension ApplicationPart {
  /// Storyboards: scripts define the controllers of Interface Builder files by `okit.storyboard`.
  public static let storyboards = ApplicationPart { $0.storyboards = StoryboardPart() }
}

private struct StoryboardPart: StoryboardReader {
  var maximumSize: Int { Storyboard.maximumSize }

  func tooLarge(_ file: String) -> Diagnostic { Storyboard.tooLarge(file) }

  func define(
    _ text: String, file: String, names: [String: String], in definition: AppDefinition, _ evaluator: Evaluator
  ) throws -> (controllers: [String], warnings: [Diagnostic]) {
    let storyboard = try Storyboard(text, file: file, names: names, classes: StoryboardClasses(definition))
    try StoryboardDefiner(definition, evaluator).define(storyboard)
    return (storyboard.controllers.map(\.name), storyboard.warnings)
  }
}
