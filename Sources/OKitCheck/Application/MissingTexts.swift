/// The texts that an application lacks in a language.
package struct MissingTexts {
  /// The path of the file of the language, which may not exist yet.
  package let file: String
  /// The keys, sorted; their texts are those of the base language, or the keys.
  package let keys: [String]
  /// What is added at the end of the file.
  package let addition: String
}

extension ApplicationAnalysis {
  /// Returns the texts that the application lacks in a language; nil if it lacks none, or if the
  /// script has not run to its end.
  package func missingTexts(in language: String) -> MissingTexts? {
    guard isComplete, let definitions, let script = definitions.scripts.first else { return nil }
    let name = Localization.normalized(language)
    let file = definitions.texts.first { Localization.normalized($0.language) == name }
    let check = LocalizationCheck(
      definitions, scripts, ScriptInference(scripts, definitions), FindingLocator(scripts, files: definitions.scripts))
    let keys = check.missingKeys(in: name)
    guard !keys.isEmpty else { return nil }
    let english = texts(in: "en")
    let folder = LuaApplication.folder(of: script.name)
    // As it was written, pt-BR or pt_BR.
    let written = language.contains("-") ? String(name.map { $0 == "_" ? "-" : $0 }) : name
    let path = "\(folder == "." ? "" : folder + "/")\(written).lproj/Localizable.strings"
    return MissingTexts(
      file: file?.file.name ?? path, keys: keys,
      addition: Self.addition(keys.map { ($0, english[$0] ?? $0) }, to: file?.file.text ?? ""))
  }

  /// Returns entries in the manner of the file: with its line breaks.
  private static func addition(_ entries: [(key: String, text: String)], to content: String) -> String {
    let newline = content.utf8.contains(0x0D) ? "\r\n" : "\n"
    var addition = content.last?.isNewline != false ? "" : newline
    if !content.isEmpty { addition += newline }
    addition += "/* To be translated. */" + newline
    for (key, text) in entries { addition += StringsFile.entry(key, text) + newline }
    return addition
  }
}
