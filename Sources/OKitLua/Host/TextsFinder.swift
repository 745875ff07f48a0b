internal import Glibc

/// Reads the localized texts beside a script: `en.lproj/Localizable.strings` and so on.
enum TextsFinder {
  static func texts(
    beside folder: String, _ files: SourceFiles? = nil, _ shared: SharedDefinitions? = nil
  ) throws -> Localization {
    var localization = Localization()
    for (language, path) in Self.files(in: folder) {
      files?.add(path)
      let content = try files?.text(of: path) ?? ScriptFile.read(path)
      let table = try shared?.texts(content, file: path) ?? StringsFile.parse(content, file: path)
      localization.add(table, language: language)
    }
    return localization
  }

  /// The files of texts in a folder, sorted by language.
  static func files(in folder: String) -> [(language: String, path: String)] {
    let languages = (SystemFile.names(in: folder) ?? []).filter { $0.hasSuffix(".lproj") }.map {
      String($0.dropLast(".lproj".count))
    }
    // As scripts beside are named.
    let prefix = folder == "." ? "" : folder + "/"
    return languages.map { ($0, "\(prefix)\($0).lproj/Localizable.strings") }.filter {
      access($0.1, F_OK) == 0
    }
  }
}
