/// Prompt, title and subtitle.
extension Controller {
  func fillTitles(_ screen: inout Screen) {
    let title = overriddenValue("titleValue").map { evaluator.text($0) ?? "" } ?? builtInTitle ?? ""
    let subtitle = overriddenValue("subtitleValue").map { evaluator.text($0) } ?? builtInSubtitle
    let swap = properties[Self.keys.subTitleSwap]
    screen.prompt = properties[Self.keys.promptPath]
    screen.title = swap ? subtitle ?? "" : title
    screen.subtitle = swap ? title : subtitle
    fillRuns(&screen, swap)
    if properties.has(Self.keys.titleTap) { screen.gestures.insert(.titleTap) }
  }

  /// Adds the attributes of the title and the subtitle. A title with a count has none.
  private func fillRuns(_ screen: inout Screen, _ swap: Bool) {
    let titleRuns = properties.runs(Self.keys.titlePath)
    let subtitleRuns = properties.runs(Self.keys.subTitlePath)
    guard !titleRuns.isEmpty || !subtitleRuns.isEmpty else { return }
    let (title, subtitle) = swap ? (screen.subtitle ?? "", screen.title) : (screen.title, screen.subtitle ?? "")
    let runs = (
      title: TextRun.text(titleRuns) == title ? titleRuns : [],
      subtitle: TextRun.text(subtitleRuns) == subtitle ? subtitleRuns : []
    )
    (screen.titleRuns, screen.subtitleRuns) = swap ? (runs.subtitle, runs.title) : (runs.title, runs.subtitle)
  }

  /// The text of `titlePath`; with a count and no subtitle `Title (3)`.
  var builtInTitle: String? {
    let title = properties[Self.keys.titlePath]
    guard let count = properties[Self.keys.titleCount], builtInSubtitle == nil else { return title }
    return "\(title ?? "") (\(count))".trimmingBlanks
  }

  /// The text of `subTitlePath`, else the count with the object's name: `3 Books`, `1 Book`.
  var builtInSubtitle: String? {
    if properties.has(Self.keys.subTitlePath) { return properties[Self.keys.subTitlePath] }
    guard let object = properties[Self.keys.subTitleObject], let count = properties[Self.keys.titleCount] else {
      return nil
    }
    if count == 1 { return "\(count) \(object)" }
    return "\(count) \(properties[Self.keys.subTitleObjectPlural] ?? object + "s")"
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
