/// The removal of what a model no longer refers to.
extension HTTPQueue {
  func delete(_ path: String) throws {
    restored.removeAll { $0 == path }
    if waiting?[path] != nil {
      sending?.remove(path)
      return
    }
    var headers: [(name: String, value: String)] = []
    if try storage.transport.settings().conditions {
      // A file that others have changed is theirs, and one that was removed before may have come back.
      guard let version = storage.versions[path], version.exists, version.tag != nil || storage.transport.isVirtual
      else {
        sending?.remove(path)
        return
      }
      if let condition = version.condition { headers.append(condition) }
    }
    let removal = StorageRequest(.delete, HTTPStorage.remotePath(path), headers: headers)
    request(removal) { [self] response in
      switch response.status {
      case 200..<300, 404, 410: storage.setVersion(.missing, at: path)
      // Something else has changed it, and may need it.
      case 412: return leaveIfStored(path)
      default:
        if sending?.isConversion == true { throw status(response, removal) }
        storage.report(
          status(response, removal).appending(.storedState("the file stays, although the model no longer refers to it"))
        )
      }
      sending?.remove(path)
      (backOff, rounds) = (HTTPBackOff(), 0)
    }
  }

  /// Ends the removal of a file that others have changed, unless an earlier request, whose response was lost, has
  /// removed it.
  private func leaveIfStored(_ path: String) {
    request(StorageRequest(.get, HTTPStorage.remotePath(path))) { [self] response in
      let isGone = response.status == 404 || response.status == 410
      if !isGone { try leave(path) }
      storage.setVersion(isGone ? .missing : nil, at: path)
      sending?.remove(path)
      (backOff, rounds) = (HTTPBackOff(), 0)
    }
  }

  /// Leaves a file that was to leave the server, because others have changed it.
  ///
  /// - Throws: `http.conflict` for the document of a model that leaves the server as a whole.
  private func leave(_ path: String) throws {
    let url = storage.location(of: path)
    let isConversion = sending?.isConversion == true
    let problem =
      "others have changed it after it was read, so that it stays on the server"
      + (isConversion ? "" : ", although the model no longer refers to it")
    guard !isConversion || path != sending?.document else { throw HTTPFailures.conflict(problem, at: url) }
    var warning = HTTPFailures.conflict(problem, at: url)
    warning.severity = .warning
    storage.report(warning)
  }
}
