/// A cache that applications with the same scripts share: the results of reading their files, and Lua states. Each
/// result depends only on the content of a file, and a state is what it was before a script ran, so applications cannot
/// observe each other. Used by one thread at a time.
package final class SharedDefinitions {
  package let scripts = CompiledScripts()
  /// The compiled bindings of the scripts.
  package let programs = SharedPrograms()
  let checked = CheckedDefinitions()
  package let fixtures = FixtureCache()
  let environments = EnvironmentPool()
  let definitions = KnownDefinitions()
  let classes = KnownClasses()
  let addedTexts = AddedTexts()
  /// The files that applications read; nil where something may change them while the applications run.
  package var sources: SourceCache?
  private var texts: [String: (content: String, table: [String: String])] = [:]

  package init() {}

  /// Returns the texts of a `.strings` file by key.
  ///
  /// - Throws: what `StringsFile.parse` throws.
  func texts(_ content: String, file: String) throws -> [String: String] {
    if let known = texts[file], known.content.hasBytes(of: content) { return known.table }
    let table = try StringsFile.parse(content, file: file)
    texts[file] = (content, table)
    return table
  }
}
