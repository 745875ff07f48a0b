import Glibc

/// A file that leads a browser to the page, so that no list of processes shows the token. Only the user can read it.
struct RedirectFile {
  let path: String

  /// - Throws: `file.write`.
  init(to url: String, beside addresses: ServeAddressFile) throws {
    path = "\(addresses.path).html"
    unlink(path)
    // The URL has no character that HTML knows.
    try LocalFile.write(
      """
      <!doctype html>
      <meta charset="utf-8">
      <meta http-equiv="refresh" content="0;url=\(url)">
      <title>okit</title>
      <p><a href="\(url)">Open the application</a></p>

      """, to: path)
  }

  /// Opens the file in the browser.
  ///
  /// - Throws: `cli.browser` if there is none.
  func open(_ environment: Environment = Environment()) throws {
    let program = environment[.browser] ?? "xdg-open"
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(path), nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    // Its end is of no interest: the system forgets it at once.
    signal(SIGCHLD, SIG_IGN)
    var process: pid_t = 0
    let refusal = posix_spawnp(&process, program, &actions, nil, &words, environ)
    guard refusal == 0 else {
      throw Diagnostic(
        "cli.browser", "cannot start \(program): \(String(cString: strerror(refusal)))",
        hint: "open the URL above, or set BROWSER to the command of a browser")
    }
  }

  func remove() { unlink(path) }
}
