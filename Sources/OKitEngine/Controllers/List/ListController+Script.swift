/// The functions of a script that decide which rows a list has, and in which order.
extension ListController {
  /// The functions that the script overrides. Each is called while the node of what it decides runs.
  var script: ListScript {
    guard definition.hasFunctions else { return ListScript() }
    var script = ListScript()
    if overrides(.filterData) {
      script.accepts = { [self] in flag(.filterData, [.entity($0)]) ?? true }
    }
    if overrides(.filterContentForSearchText) {
      script.matches = { [self] in
        flag(.filterContentForSearchText, [.entity($0), .string($1)]) ?? matches($0, $1)
      }
    }
    if overrides(.sortData) {
      script.precedes = { [self] in flag(.sortData, [.entity($0), .entity($1)]) }
    }
    return script
  }

  /// Nil when the function has failed.
  private func flag(_ function: OverridableFunction, _ arguments: [Value]) -> Bool? {
    functions.call(function, arguments)?.truth
  }

  // MARK: Parts of the screen

  var isSearchable: Bool { properties[Self.listKeys.search] && handles(.handleSearch) }

  var isRefreshable: Bool { properties[Self.listKeys.refresh] && handles(.handleRefresh) }

  var hasActivity: Bool { properties[Self.listKeys.activity] && handles(.handleActivity) }

  // MARK: Built-in functions

  /// The built-in `filterContentForSearchText`: whether the searched text of an entity contains another one.
  func matches(_ entity: EntityID, _ text: String) -> Bool {
    let query = SearchQuery(text, evaluator.collator.search)
    guard !query.isEmpty else { return true }
    return query.comparable(source(properties).search?.text(of: entity) ?? "").contains(query.text)
  }

  /// The built-in `sortData`: whether an entity stands before another one by `rowSort` and `rowSortAsc`.
  func precedes(_ first: EntityID, _ second: EntityID) -> Bool {
    let ascending = properties[Self.listKeys.rowSortAsc]
    let keys = ElementReader.all(properties.given(Self.listKeys.rowSort), "rowSort", self)
    for key in keys {
      let (a, b) = (key.value(of: first), key.value(of: second))
      if a.isNull != b.isNull { return b.isNull }
      switch a.order(to: b, evaluator.collator) {
      case .before: return ascending
      case .after: return !ascending
      case .same: continue
      }
    }
    return false
  }
}
