/// The rest of a command line, read in the shape that its command asks for.
struct CommandArguments {
  let command: SessionCommand
  let rest: String

  /// Checks that nothing follows the command.
  func nothing() throws(Diagnostic) {
    guard rest.isEmpty else { throw problem("\"\(command.name)\" takes no arguments, got \"\(rest)\"") }
  }

  /// Whether the only argument that is possible is given.
  func flag(_ name: String) throws(Diagnostic) -> Bool {
    guard !rest.isEmpty else { return false }
    guard rest == name else {
      throw problem("\"\(command.name)\" takes only \(name), got \"\(rest)\"")
    }
    return true
  }

  /// `up`, `down`, `left`, `right` or the number of a row.
  func scroll() throws(Diagnostic) -> Command.Scroll {
    switch rest {
    case "": throw missing
    case "up": return .rows(.up)
    case "down": return .rows(.down)
    case "left": return .columns(.left)
    case "right": return .columns(.right)
    default:
      if let number = Int(rest), number > 0 { return .rows(.row(number)) }
      throw problem("cannot scroll to \"\(rest)\"")
    }
  }

  func name() throws(Diagnostic) -> Argument {
    let argument = CommandScanner(rest, isLua: command.shape.isRaw).argument
    guard argument.isQuoted || !argument.text.isEmpty else { throw missing }
    return argument
  }

  /// The rest as it is, without the quotes around it.
  var text: String { CommandScanner(rest).argument.text }

  /// `X > Action` or only `X`.
  func choice() throws(Diagnostic) -> (Argument, Argument?) {
    guard let (left, right) = split(rest, at: ">") else { return (try name(), nil) }
    return (try filled(left), try filled(right))
  }

  /// `X > before Y` or `X > after Y`.
  func move() throws(Diagnostic) -> (Argument, Command.Move) {
    guard !rest.isEmpty else { throw missing }
    guard let (left, right) = split(rest, at: ">") else {
      throw problem("expected \">\" and a place after \"\(rest)\"")
    }
    let word = right.prefix { !$0.isWhitespace }
    guard let side = RowDriver.Side(rawValue: word.lowercased()) else {
      throw problem("expected \"before\" or \"after\" and a row, got \"\(right)\"")
    }
    let row = try filled(CommandParser.trimmed(right.dropFirst(word.count)))
    return (try filled(left), Command.Move(side: side, row: row))
  }

  /// `X > property`, or only one of both, or nothing.
  func subject() throws(Diagnostic) -> (Argument?, Argument?) {
    guard !rest.isEmpty else { return (nil, nil) }
    guard let (left, right) = split(rest, at: ">") else { return (try name(), nil) }
    return (left.isEmpty ? nil : try filled(left), try filled(right))
  }

  /// `CELL = value`; the value may be empty.
  func assignment() throws(Diagnostic) -> (Argument, Argument) {
    guard !rest.isEmpty else { throw missing }
    guard let (left, right) = split(rest, at: "=") else { throw missingSign(in: rest) }
    return (try filled(left), CommandScanner(right).argument)
  }

  /// Any number of `field = text`, with commas or `>` between them, then `>` and the button.
  func answer() throws(Diagnostic) -> ([Command.AlertField], Argument?) {
    guard !rest.isEmpty else { throw missing }
    var pieces: [String] = []
    var tail = rest
    while let (left, right) = split(tail, at: ">") {
      pieces.append(left)
      tail = right
    }
    // `alert > OK` has nothing before the button.
    if pieces == [""] { pieces = [] }
    var fields: [Command.AlertField] = []
    for piece in pieces { fields += try assignments(piece) }
    guard split(tail, at: "=") == nil else { return (fields + (try assignments(tail)), nil) }
    return (fields, try filled(tail))
  }

  /// The rest of the text may be a secret.
  private func missingSign(in text: String) -> Diagnostic {
    problem("expected \"=\" after \"\(text.prefix { !$0.isWhitespace })\"")
  }

  /// The fields of `user = a, pass = b`: a comma separates them only before a name and `=`, so that texts may have
  /// commas.
  private func assignments(_ text: String) throws(Diagnostic) -> [Command.AlertField] {
    let scanner = CommandScanner(text)
    var fields: [Command.AlertField] = []
    var (start, comma, hasSign): (Int, Int?, Bool) = (0, nil, false)
    var offset = 0
    while let next = scanner.first(from: offset, where: { character, _, _ in ",=".contains(character) }) {
      offset = next + 1
      guard scanner[next] == "=" else {
        comma = next
        continue
      }
      if hasSign, let end = comma, end + 1 < next, !CommandParser.trimmed(scanner.text(end + 1..<next)).isEmpty {
        fields.append(try field(scanner.text(start..<end)))
        start = end + 1
      }
      (hasSign, comma) = (true, nil)
    }
    return fields + [try field(scanner.text(start..<scanner.count))]
  }

  private func field(_ text: String) throws(Diagnostic) -> Command.AlertField {
    guard let (name, value) = split(text, at: "=") else { throw missingSign(in: text) }
    let argument = CommandScanner(name).argument
    return Command.AlertField(
      name: name.isEmpty ? nil : argument, text: CommandScanner(value).argument.text)
  }

  /// `90s`, `5m`, `1h30m`, `2d`, or a number of seconds.
  func seconds() throws(Diagnostic) -> Double {
    guard !rest.isEmpty else { throw missing }
    guard let seconds = DurationText.seconds(rest) else {
      throw Diagnostic(
        "command.duration", "\"\(rest)\" is not a time span", hint: "use 90s, 5m, 1h30m, 2d or a number of seconds")
    }
    return seconds
  }

  /// An action as JSON; quotes may be left out around a single word, such as `back`.
  func action() throws(Diagnostic) -> Action {
    guard !rest.isEmpty else { throw missing }
    if rest.allSatisfy(\.isLetter) { return try Action(json: .string(rest)) }
    let json: JSONValue
    do { json = try JSONValue.parse(json: rest) } catch {
      var problem = error.diagnostic("command.argument")
      // It may have a text for a secure field.
      problem.excerpt = nil
      throw problem
    }
    return try Action(json: json)
  }

  func commandName() throws(Diagnostic) -> SessionCommand? {
    guard !rest.isEmpty else { return nil }
    if let command = CommandTable.command(rest) { return command }
    throw Diagnostic(
      "command.unknown", "unknown command \"\(rest)\"", hint: NearestName.hint(for: rest, in: CommandTable.names))
  }

  private func filled(_ text: String) throws(Diagnostic) -> Argument {
    let argument = CommandScanner(text).argument
    guard argument.isQuoted || !argument.text.isEmpty else { throw missing }
    return argument
  }

  /// Both sides of the first separator outside quotes, and for a binding outside its parentheses.
  private func split(_ text: String, at separator: Character) -> (String, String)? {
    var depth = 0
    let isBinding = command.shape == .bindingAssignment
    let offset = CommandScanner(text).first { character, _, _ in
      if isBinding, character == "(" { depth += 1 }
      if isBinding, character == ")" { depth -= 1 }
      return character == separator && depth <= 0
    }
    guard let offset else { return nil }
    return (CommandParser.trimmed(text.prefix(offset)), CommandParser.trimmed(text.dropFirst(offset + 1)))
  }

  private var missing: Diagnostic { problem("missing argument for \"\(command.name)\"") }

  private func problem(_ message: String) -> Diagnostic {
    Diagnostic("command.argument", message, hint: "usage: \(command.form)")
  }
}
