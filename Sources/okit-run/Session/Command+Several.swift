extension Command {
  /// How the command names one of several elements with the same name; nil for a command that names a field of an alert.
  var hintForSeveral: String? {
    switch self {
    case .row, .more, .quick, .delete, .accessory, .move, .type, .clear, .set, .why:
      "use the number in front of the row"
    case .choose: "use the number in front of the row, or that of the option"
    case .tab: "use the number of the tab, from 1"
    case .tap: "use the number in front of a row, or \"action\" with an identifier, which \"json\" shows"
    default: nil
    }
  }
}
