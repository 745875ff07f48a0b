/// The line for commands of a session, as those of `okit-run app.lua`.
extension TerminalSession {
  private static let keptCommands = 200

  func handleCommandLine(_ key: TerminalKey, at now: ContinuousClock.Instant) -> Effect? {
    guard var line = commandLine else { return nil }
    // Completions.
    box = nil
    switch key {
    case .escape: commandLine = nil
    case .backspace where line.buffer.characters.isEmpty: commandLine = nil
    case .enter: return runCommand(line.buffer.text)
    case .tab: complete(&line)
    case .up: showCommand(commandPlace - 1)
    case .down: showCommand(commandPlace + 1)
    default:
      line.edit(key, at: now)
      line.due = nil
      commandLine = line
    }
    return nil
  }

  private func runCommand(_ text: String) -> Effect? {
    commandLine = nil
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    leaveInput()
    if commands.last != text { commands.append(text) }
    if commands.count > Self.keptCommands { commands.removeFirst() }
    let result = client.run(text)
    update()
    if result.isEnd { return .quit }
    switch result.lines.count {
    case 0: break
    case 1: show(result.lines[0], isError: result.hasFailed)
    default:
      box = TerminalBox(
        text, text: result.lines.flatMap(wrapped), role: result.hasFailed ? .destructive : .text)
    }
    return nil
  }

  private func showCommand(_ place: Int) {
    guard (0...commands.count).contains(place) else { return }
    commandPlace = place
    commandLine = FieldInput(.search, place == commands.count ? "" : commands[place])
  }

  private func complete(_ line: inout FieldInput) {
    let (start, candidates) = client.completion(of: line.buffer.textBeforeCursor)
    guard let first = candidates.first else { return }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let written = line.buffer.cursor - start
    if candidates.count == 1 || common.count > written { line.buffer.replace(from: start, with: common) }
    if candidates.count > 1 { box = TerminalBox("Completions", candidates.map { .init(text: $0) }) }
    commandLine = line
  }
}
