import OKitEngine

extension Command {
  /// Whether a protected application that is covered lets the command run. What a person does to the screen is refused
  /// by the screen itself.
  var isPossibleWhileCovered: Bool {
    switch self {
    case .screen, .tap, .tab, .row, .more, .quick, .delete, .accessory, .move, .type, .clear, .set, .choose, .alert,
      .back,
      .close, .refresh, .key, .search, .filter, .menu, .action, .stack, .store, .background, .foreground, .authenticate,
      .advance, .reload, .json, .help,
      .quit:
      true
    case .scroll, .get, .setPath, .call, .eval, .models, .why, .changes, .undo, .redo: false
    }
  }
}
