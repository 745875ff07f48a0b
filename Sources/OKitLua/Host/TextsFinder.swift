internal import Glibc
import OKitEngine

/// Reads the localized texts beside a script: `en.lproj/Localizable.strings` and so on.
enum TextsFinder {
  static func texts(
    beside folder: String, _ files: SourceFiles? = nil, _ shared: SharedDefinitions? = nil
  ) throws -> Localization {
    var localization = Localization()
    guard let directory = opendir(folder) else { return localization }
    defer { closedir(directory) }
    var languages: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".lproj") { languages.append(String(name.dropLast(".lproj".count))) }
    }
    for language in languages.sorted() {
      let path = "\(folder)/\(language).lproj/Localizable.strings"
      guard access(path, F_OK) == 0 else { continue }
      files?.add(path)
      let content = try ScriptFile.read(path)
      let table = try shared?.texts(content, file: path) ?? StringsFile.parse(content, file: path)
      localization.add(table, language: language)
    }
    return localization
  }
}
