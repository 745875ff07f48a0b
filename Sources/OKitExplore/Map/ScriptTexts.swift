internal import LuaSyntax

/// The texts that belong to an application and not to its data: the strings of its scripts, their texts in the language
/// of the application, and those of okit.
package struct ScriptTexts: Sendable {
  private var texts: Set<String> = []
  /// The texts of static cells that are declared, by controller and action; nil for data.
  private var cells: [[String]: String?] = [:]

  package init() {
    for table in StandardTexts.tables.values {
      for (key, text) in table { texts.formUnion([key, text]) }
    }
  }

  /// - Parameters:
  ///   - scripts: The texts of the scripts.
  ///   - translate: Returns the text for a key in the language of the application.
  package mutating func add(
    scripts: some Sequence<String>, _ declared: [DeclaredAction], translate: (String) -> String
  ) {
    for script in scripts {
      // What has run can be read.
      for string in LuaScript(valid: script, file: "script")?.strings ?? [] {
        let isMarked = string.value.hasPrefix("#") || string.value.hasPrefix("%")
        let key = isMarked ? String(string.value.dropFirst()) : string.value
        texts.formUnion([key, translate(key)])
      }
    }
    for action in declared {
      if let label = action.label { texts.insert(label) }
      if case .cell(let number) = action.element { cells[[action.screen, "tap cell:\(number)"]] = action.label }
    }
  }

  /// Whether what an element shows belongs to the application.
  func isTitle(_ label: String, of action: String, on screen: String) -> Bool {
    if let text = cells[[screen, action]] { return text == label }
    return texts.contains(label)
  }
}
