/// A declared action that never was possible.
package struct NeverPossible: Sendable, Hashable {
  package let screen: String
  /// Such as `move`, `cell 4` or `toolbar button 2`.
  package let action: String
  /// What its element is called; nil for data.
  package let label: String?
}

extension ExplorationStatistics {
  /// Returns the declared actions of reached screens that never were possible; of a list that never had rows, that
  /// alone.
  ///
  /// - Parameter kinds: The kinds of steps that were performed; actions of others are left out.
  package func neverPossible(
    _ declared: [DeclaredAction], performing kinds: Set<ExploredStep.Kind>
  ) -> [NeverPossible] {
    let reached = Set(map.screens.values.filter { $0.visits > 0 }.map(\.place.controller))
    var missing: [NeverPossible] = []
    var known: Set<ActionKey> = []
    for action in declared where reached.contains(action.screen) && action.element.kinds.isSubset(of: kinds) {
      func isMissing(_ key: String) -> Bool { known.contains(ActionKey(screen: action.screen, action: key)) }
      let key = ActionKey(screen: action.screen, action: action.element.key(action.label))
      guard !elements.contains(key), known.insert(key).inserted, !action.element.needed.contains(where: isMissing)
      else { continue }
      missing.append(NeverPossible(screen: action.screen, action: action.element.name, label: action.label))
    }
    return missing
  }
}

extension DeclaredAction.Element {
  /// The kinds of the steps that use it.
  fileprivate var kinds: Set<ExploredStep.Kind> {
    switch self {
    case .row, .button, .title, .addButton, .editButton: [.tap]
    case .move: [.move]
    case .delete: [.delete]
    case .more: [.more]
    case .quick: [.quick]
    case .sheetAction: [.more, .tap]
    case .cell, .add: [.tap, .edit]
    case .search: [.search]
    case .filter: [.filter]
    case .refresh: [.refresh]
    }
  }

  /// The name of the element in `ExplorationStatistics.elements`.
  fileprivate func key(_ label: String?) -> String {
    switch self {
    case .row(let section): Self.row(section)
    case .move(let section), .delete(let section), .more(let section), .quick(let section):
      "\(name) \(Self.row(section))"
    case .sheetAction: "sheet \(label ?? "")"
    case .cell(let number): "cell:\(number)"
    case .add(let section): "add:\(section)"
    case .title: "tap title"
    case .addButton: "tap right:add"
    case .editButton: "tap right:edit"
    case .button, .search, .filter, .refresh: name
    }
  }

  /// The keys of the actions without which nobody gets to this one.
  fileprivate var needed: [String] {
    switch self {
    case .move(let section), .delete(let section), .more(let section), .quick(let section): [Self.row(section)]
    case .sheetAction(let section): [Self.row(section), "more \(Self.row(section))"]
    default: []
    }
  }

  /// What a person reads.
  fileprivate var name: String {
    switch self {
    case .row(let section): section.map { "rows of section \($0 + 1)" } ?? "rows"
    case .move: "move"
    case .delete: "delete"
    case .more: "more"
    case .quick: "quick"
    case .sheetAction: "action of the sheet"
    case .cell(let number): "cell \(number + 1)"
    case .button(let bar, let number): "\(bar.rawValue) button \(number + 1)"
    case .add: "add"
    case .title: "title"
    case .addButton: "add button"
    case .editButton: "edit button"
    case .search: "search"
    case .filter: "filter"
    case .refresh: "refresh"
    }
  }

  private static func row(_ section: Int?) -> String { section.map { "row:\($0)" } ?? "row" }
}
