/// Explanations of what functions of scripts have returned.
extension OverriddenFunctions {
  /// The functions that fill a part of a row, in the order in which they count.
  private static func names(filling field: PropertySchema.Field) -> [String] {
    switch field {
    case .text: ["updateTextValue"]
    case .detail: ["updateDetailTextValue"]
    case .image: ["updateImageValue"]
    case .ribbon: ["updateRibbonColor"]
    case .control: ["getText", "isOn", "getValue", "getDate", "getSelectIndex"]
    case .title, .subtitle, .prompt, .accessory, .button: []
    }
  }

  /// Returns what a function has read whose value the row shows.
  ///
  /// - Parameter name: The function, or the part of the row that it fills (`text`); nil for another name, and for a
  ///   function that has not run.
  func why(_ name: String) -> BindingReport? {
    if case .map(let fields)? = lastValue(of: "rowFor"), fields[name] != nil { return report("rowFor") }
    let names = PropertySchema.Field(rawValue: name).map(Self.names) ?? [name]
    return names.lazy.compactMap(report).first
  }

  /// The same of all functions that have run, by name.
  var why: [BindingReport] { shownNames.sorted().compactMap(report) }
}
