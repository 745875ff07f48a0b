/// Files of parts that a document no longer refers to, kept for its previous version.
///
/// They are in `.previous/` beside the document, in a folder with its name, until the next write of the whole document:
/// then the previous version is one that refers to none of them.
extension FileStorage {
  /// Keeps files for the previous version of a document instead of deleting them. What is missing counts as kept.
  package func retire(_ paths: [String], of document: String) -> StorageOperation {
    .running {
      let document = try StoragePath(document)
      let paths = try paths.map { try StoragePath($0) }
      guard !paths.isEmpty else { return }
      try openForWriting()
      try tree.keepingFoldersOpen {
        for path in paths {
          do {
            // Without space for the folder, the file is deleted.
            do { _ = try tree.rename(path, to: retired(path, of: document)) } catch { _ = try tree.remove(path) }
            for file in path.files.dropFirst() { _ = try tree.remove(file) }
          } catch let error as FileError {
            throw failure("storage.write", "delete", path, error)
          }
        }
      }
      do { for folder in Set(paths.map(\.folder)) { try tree.sync(folder: folder) } } catch let error as FileError {
        throw failure("storage.write", "delete", paths[0], error)
      }
    }
  }

  /// Returns the paths of the files that are kept for the previous version of a document, sorted.
  package func retiredFiles(of document: String) throws -> [String] {
    let document = try StoragePath(document)
    try open()
    do {
      return try files(below: Self.folder(ofRetired: document)).map { (document.folder + $0).joined(separator: "/") }
        .sorted()
    } catch {
      throw failure("storage.read", "list", document, error)
    }
  }

  /// Moves files that are kept for the previous version of a document back, where there are no others.
  package func bringBack(_ paths: [String], of document: String) -> StorageOperation {
    .running {
      let document = try StoragePath(document)
      try openForWriting()
      var folders: [[String]: StoragePath] = [:]
      for path in try paths.map({ try StoragePath($0) }) {
        do {
          guard try !tree.isFile(path) else { continue }
          _ = try tree.rename(retired(path, of: document), to: path)
          folders[path.folder] = path
        } catch let error as FileError {
          throw failure("storage.write", "restore", path, error)
        }
      }
      for (folder, path) in folders {
        do { try tree.sync(folder: folder) } catch let error as FileError {
          throw failure("storage.write", "restore", path, error)
        }
      }
    }
  }

  /// Removes the files that are kept for the previous versions of documents, as far as possible: the next write of the
  /// whole document removes the others.
  func removeRetired(of documents: [StoragePath]) {
    var folders: [[String]: Set<String>] = [:]
    for document in documents {
      let folder = Self.folder(ofRetired: document)
      let parent = Array(folder.dropLast())
      do {
        if folders[parent] == nil {
          folders[parent] = Set(try tree.names(in: parent)?.filter(\.isFolder).map(\.name) ?? [])
        }
        guard let name = folder.last, folders[parent]?.contains(name) == true else { continue }
        for file in try files(below: folder) {
          _ = try tree.remove(StoragePath(folder: folder + file.dropLast(), name: file.last ?? ""))
        }
        try tree.removeEmptyFolders(folder)
      } catch {
        continue
      }
    }
  }

  private static func folder(ofRetired document: StoragePath) -> [String] {
    let name = document.name
    return document.previous.folder + [name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name]
  }

  /// Returns where a file is kept.
  private func retired(_ path: StoragePath, of document: StoragePath) -> StoragePath {
    let folder =
      path.folder.starts(with: document.folder) ? path.folder.dropFirst(document.folder.count) : path.folder[...]
    return StoragePath(folder: Self.folder(ofRetired: document) + folder, name: path.name)
  }

  /// Returns the parts of the paths of all files below a folder.
  private func files(below folder: [String]) throws(FileError) -> [[String]] {
    var (found, open) = ([[String]](), [[String]()])
    while let inner = open.popLast() {
      for (name, isFolder) in try tree.names(in: folder + inner) ?? [] {
        if isFolder { open.append(inner + [name]) } else { found.append(inner + [name]) }
      }
    }
    return found
  }
}
