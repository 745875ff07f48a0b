/// Prompt, title and subtitle.
extension Controller {
  func fillTitles(_ screen: inout Screen) {
    let properties = properties
    if definition.hasFunctions {
      var titles = builtInTitles
      // What `updateTitle` does not return stays as it is.
      for (place, title) in (functions.values(.updateTitle) ?? []).prefix(titles.count).enumerated() {
        titles[place] = title
      }
      (screen.title, screen.subtitle, screen.prompt) = (titles[0].text ?? "", titles[1].text, titles[2].text)
    } else {
      let (title, subtitle) = (builtInTitle, builtInSubtitle)
      screen.prompt = properties[Self.keys.promptPath]
      let swap = properties[Self.keys.subTitleSwap]
      (screen.title, screen.subtitle) = swap ? (subtitle ?? "", title) : (title ?? "", subtitle)
    }
    fillRuns(&screen, properties, properties[Self.keys.subTitleSwap])
    if properties.has(Self.keys.titleTap) { screen.gestures = .titleTap }
  }

  /// The title, the subtitle and the prompt, each a text or nil.
  var builtInTitles: [Value] {
    let title = functions.value(.titleValue) ?? text(builtInTitle)
    let subtitle = functions.value(.subtitleValue) ?? text(builtInSubtitle)
    let properties = properties
    let prompt = text(properties[Self.keys.promptPath])
    return properties[Self.keys.subTitleSwap] ? [subtitle, title, prompt] : [title, subtitle, prompt]
  }

  private func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }

  /// Adds the attributes of the title and the subtitle. A title with a count has none.
  private func fillRuns(_ screen: inout Screen, _ properties: BoundProperties, _ swap: Bool) {
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
    let properties = properties
    let title = properties[Self.keys.titlePath]
    guard let count = properties[Self.keys.titleCount], builtInSubtitle == nil else { return title }
    return "\(title ?? "") (\(count))".trimmingBlanks
  }

  /// The text of `subTitlePath`, else the count with the object's name: `3 Books`, `1 Book`.
  var builtInSubtitle: String? {
    let properties = properties
    if properties.has(Self.keys.subTitlePath) { return properties[Self.keys.subTitlePath] }
    guard let object = properties[Self.keys.subTitleObject], let count = properties[Self.keys.titleCount] else {
      return nil
    }
    return "\(count) \(word(for: count, object))"
  }

  /// The word after a count: `subTitleObjectPlural`, or the form that `suffixPlural` takes of the object's key; without
  /// such a text the object and `s`. A localized word may have forms for the categories of the language.
  private func word(for count: Int, _ object: String) -> String {
    let (keys, context) = (Self.keys, evaluator.functionContext())
    let key = properties.program(keys.subTitleObject)?.localizedKey ?? object
    store.graph.read(store.localeSource)
    if !properties.has(keys.subTitleObjectPlural), let form = context.pluralForm(of: key, for: Double(count)) {
      return form
    }
    if count == 1 { return object }
    return properties[keys.subTitleObjectPlural] ?? translation(.plural, key) ?? object + "s"
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
