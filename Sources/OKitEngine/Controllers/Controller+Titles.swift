/// Prompt, title and subtitle.
extension Controller {
  func fillTitles(_ screen: inout Screen) {
    let title = overriddenValue("titleValue").map { evaluator.text($0) ?? "" } ?? builtInTitle ?? ""
    let subtitle = overriddenValue("subtitleValue").map { evaluator.text($0) } ?? builtInSubtitle
    let swap = properties.bool("subTitleSwap")
    screen.prompt = properties.string("promptPath")
    screen.title = swap ? subtitle ?? "" : title
    screen.subtitle = swap ? title : subtitle
    if properties.has("titleTap") { screen.gestures.insert(.titleTap) }
  }

  /// The text of `titlePath`; with a count and no subtitle `Title (3)`.
  var builtInTitle: String? {
    let title = properties.string("titlePath")
    guard let count = properties.int("titleCount"), builtInSubtitle == nil else { return title }
    return "\(title ?? "") (\(count))".trimmingBlanks
  }

  /// The text of `subTitlePath`, else the count with the object's name: `3 Books`, `1 Book`.
  var builtInSubtitle: String? {
    if properties.has("subTitlePath") { return properties.string("subTitlePath") }
    guard let object = properties.string("subTitleObject"), let count = properties.int("titleCount") else { return nil }
    if count == 1 { return "\(count) \(object)" }
    return "\(count) \(properties.string("subTitleObjectPlural") ?? object + "s")"
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
