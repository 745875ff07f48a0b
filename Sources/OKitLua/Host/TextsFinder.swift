internal import Glibc

/// Reads the localized texts beside a script: `en.lproj/Localizable.strings` and so on.
enum TextsFinder {
  /// The texts beside a script, and the files that they come from.
  struct Texts {
    fileprivate(set) var localization = Localization()
    fileprivate(set) var files: [String] = []
  }

  static func texts(
    beside folder: String, _ files: SourceFiles? = nil, _ shared: SharedDefinitions? = nil
  ) throws -> Localization {
    let texts =
      try files?.cache?.texts(beside: folder) { try find(in: folder, files, shared) }
      ?? find(in: folder, files, shared)
    for path in texts.files { files?.add(path) }
    return texts.localization
  }

  private static func find(in folder: String, _ files: SourceFiles?, _ shared: SharedDefinitions?) throws -> Texts {
    var texts = Texts()
    for (language, path) in Self.files(in: folder) {
      // Before it is read: an edit of a file with a mistake starts the application again, too.
      files?.add(path)
      texts.files.append(path)
      let content = try files?.text(of: path) ?? ScriptFile.read(path)
      let table = try shared?.texts(content, file: path) ?? StringsFile.parse(content, file: path)
      texts.localization.add(table, language: language)
    }
    return texts
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
