/// The man page of a command and its subcommands, in the language mdoc.
struct ManualPage {
  private var lines: [String] = []

  /// - Parameters:
  ///   - command: The command as `--experimental-dump-help` describes it.
  ///   - date: The date of the version: without one, a reader shows its own.
  init(_ command: JSONValue, version: String, date: String) {
    let name = command.text("commandName") ?? ""
    lines.append(".Dd \(date)")
    add("Dt", name.uppercased(), "1")
    add("Os", name, version)
    add("Sh", "NAME")
    add("Nm", name)
    add("Nd", command.text("abstract").map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "")
    add("Sh", "SYNOPSIS")
    for command in Self.leaves(command, []) { addSynopsis(command.value, command.path) }
    add("Sh", "DESCRIPTION")
    addText(command.text("discussion") ?? "")
    for command in Self.leaves(command, []) { addSubcommand(command.value, command.path) }
    addList("SESSION COMMANDS", SessionCommand.all.map { ($0.form, $0.summary + ".") })
    addList("ENVIRONMENT", Environment.Variable.allCases.map { ($0.rawValue, $0.meaning) })
    addList("FILES", Self.files)
    add("Sh", "EXIT STATUS")
    addText(
      "0 on success; 1 when the script, a command or a test failed, or output could not be written; 2 for wrong usage; "
        + "128 and the number of the signal after SIGTERM, SIGHUP or SIGINT.")
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The commands that do something, with their names: those without subcommands or with arguments of their own.
  private static func leaves(_ command: JSONValue, _ path: [String]) -> [(value: JSONValue, path: [String])] {
    guard command["shouldDisplay"] != false, let name = command.text("commandName"), name != "help" else { return [] }
    let path = path + [name]
    guard case .array(let subcommands)? = command["subcommands"] else { return [(command, path)] }
    let own = arguments(of: command).contains { $0.text("kind") == "positional" } ? [(command, path)] : []
    return own + subcommands.flatMap { leaves($0, path) }
  }

  /// The files of commands; those of an application are in its documents directory.
  private static let files = [
    ("okit/data/NAME.json, NAME.sqlite", "In the documents directory: a model, and as NAME/ID.json its partials."),
    ("okit/data/_data, okit/data/_image", "The contents of blobs."),
    ("okit/keys", "The keys of encrypted models, unless they are elsewhere."),
    ("okit/cache", "Responses that clients of services keep; may be deleted at any time."),
    ("okit/pending", "What a server has not acknowledged yet."),
    ("okit/backup/NAME.okitbackup", "The backups of the models."),
    ("okit/application.json", "The script to which a documents directory without a name of its own belongs."),
    ("$XDG_DATA_HOME/okit-run/APP", "The documents directory of an application without --documents."),
    ("$XDG_STATE_HOME/okit-run", "The histories of sessions, and the tests that failed last."),
    ("$XDG_STATE_HOME/okit-run/serve", "The port and the token of each served application."),
    ("$XDG_CACHE_HOME/okit-run/mutants", "The results of mutants, by folder; may be deleted at any time."),
  ]

  // MARK: Parts

  /// Adds a section with a list of terms and their meanings.
  private mutating func addList(_ title: String, _ entries: [(term: String, meaning: String)]) {
    add("Sh", title)
    lines.append(".Bl -tag -width indent")
    for entry in entries {
      add("It", "Li", entry.term)
      addText(entry.meaning)
    }
    add("El")
  }

  private mutating func addSynopsis(_ command: JSONValue, _ path: [String]) {
    add("Nm", path[0])
    for name in path.dropFirst() { add("Cm", name) }
    let arguments = Self.arguments(of: command)
    if arguments.contains(where: { $0.text("kind") != "positional" }) { add("Op", "options") }
    for argument in arguments where argument.text("kind") == "positional" {
      let isLast = argument.text("parsingStrategy") == "postTerminator"
      let form = (isLast ? ["--"] : []) + ["Ar", argument.text("valueName") ?? ""]
      if argument["isOptional"] == true { add("Op", form) } else { add(form[0], Array(form.dropFirst())) }
    }
  }

  private mutating func addSubcommand(_ command: JSONValue, _ path: [String]) {
    add("Ss", path.joined(separator: " "))
    addText(command.text("abstract") ?? "")
    if let discussion = command.text("discussion") {
      add("Pp")
      addText(discussion)
    }
    lines.append(".Bl -tag -width indent")
    for argument in Self.arguments(of: command) {
      let value = argument.text("valueName") ?? ""
      switch argument.text("kind") {
      case "positional": add("It", "Ar", value)
      case "flag": add("It", argument.flags)
      default: add("It", argument.flags + ["Ar", value])
      }
      var text = argument.text("abstract") ?? ""
      if case .array(let values)? = argument["allValues"] {
        text +=
          " One of "
          + values.compactMap { if case .string(let name) = $0 { name } else { nil } }
          .joined(separator: ", ") + "."
      }
      if let standard = argument.text("defaultValue") { text += " Default: \(standard)." }
      addText(text)
    }
    add("El")
  }

  private static func arguments(of command: JSONValue) -> [JSONValue] {
    guard case .array(let arguments)? = command["arguments"] else { return [] }
    return arguments.filter { $0["shouldDisplay"] != false }
  }

  // MARK: Lines

  private mutating func add(_ macro: String, _ arguments: String...) { add(macro, arguments) }

  private mutating func add(_ macro: String, _ arguments: [String]) {
    let shown = arguments.map { $0.contains(" ") ? "\"\(Self.escaped($0))\"" : Self.escaped($0) }
    lines.append((["." + macro] + shown).joined(separator: " "))
  }

  /// Adds lines of text; indented ones are examples, which stay as they are.
  private mutating func addText(_ text: String) {
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        add("Pp")
        continue
      }
      if line.hasPrefix(" ") != isExample {
        isExample.toggle()
        if isExample { lines.append(".Bd -literal") } else { add("Ed") }
      }
      // A period or an apostrophe at the start would begin a macro.
      lines.append((line.first == "." || line.first == "'" ? "\\&" : "") + Self.escaped(String(line)))
    }
    if isExample { add("Ed") }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
  }
}

extension JSONValue {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  /// The names of an option in mdoc: `Fl h , Fl \-help`.
  fileprivate var flags: [String] {
    guard case .array(let names)? = self["names"] else { return [] }
    let flags = names.map { ["Fl", ($0.text("kind") == "long" ? "-" : "") + ($0.text("name") ?? "")] }
    return Array(flags.joined(separator: [","]))
  }
}
