extension ColorDepth {
  /// Returns the depth for a color choice; nil for no colors.
  ///
  /// - Parameter isTerminal: Whether the output goes to a terminal.
  static func of(_ choice: ColorChoice, _ environment: Environment, isTerminal: Bool) -> ColorDepth? {
    let terminal = environment[.term]
    switch choice {
    case .never: return nil
    case .auto:
      guard isTerminal, environment[.noColor] == nil, let terminal, terminal != "dumb" else { return nil }
    case .always: break
    }
    if let depth = environment[.colorTerm], ["truecolor", "24bit"].contains(depth) { return .trueColor }
    return terminal?.contains("256color") == true ? .palette256 : .palette16
  }
}
