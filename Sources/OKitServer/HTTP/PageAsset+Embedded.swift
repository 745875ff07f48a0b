internal import CPages

extension PageAsset {
  /// The files of the live page, by their paths.
  package static func embedded() -> [String: PageAsset] {
    var assets: [String: PageAsset] = [:]
    var index = 0
    while case let file = okit_live_file(index), let name = file.path {
      let path = String(cString: name)
      let bytes = UnsafeRawBufferPointer(start: file.content.bytes, count: file.content.length)
      assets[path] = PageAsset(name: path == "/" ? "index.html" : path, bytes: Array(bytes))
      index += 1
    }
    return assets
  }
}
