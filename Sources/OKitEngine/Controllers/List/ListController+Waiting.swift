/// What the functions of a list wait for.
struct ListWaiting {
  /// The number of functions that run with the activity indicator.
  var running = 0
  /// The timer that runs `onSearch`.
  var search: RuntimeHandle?
  /// The number of rows for which `onEnd` has run.
  var end: Int?
  /// The number of calls of `fetchData`. Only the last one counts.
  var calls = 0
  /// Whether `fetchData` has not returned.
  var fetches = false
  /// What `fetchData` has returned after it has waited; nil before.
  var fetched: Value?
  /// Whether that is what the last call has returned.
  var isFetched = false
}

/// The functions of a script that may wait, with the activity indicator until they end.
extension ListController {
  // MARK: Refreshing

  /// Refreshes the list after a pull.
  func pull() throws {
    try run(overrides(.onRefresh) ? .onRefresh : .refreshTriggered) { $0.waiting.end = nil }
  }

  private func run(
    _ function: OverridableFunction, _ arguments: [Value] = [], ended: @escaping (ListController) -> Void = { _ in }
  ) throws {
    waiting.running += 1
    if waiting.running == 1, hasActivity { try runFunction(.startActivity) }
    guard let own = definition.function(named: function.name) else {
      defer { end(ended) }
      _ = try inherited(function, arguments)
      return
    }
    services.start(
      own, receiver: .handle(handle), arguments: arguments, origin: definition.functionOrigin(function.name),
      ended: { [weak self] _ in self?.end(ended) })
  }

  private func end(_ ended: (ListController) -> Void) {
    waiting.running -= 1
    ended(self)
    guard waiting.running == 0, hasActivity else { return }
    do { try runFunction(.stopActivity) } catch { services.fail(error) }
  }

  // MARK: Searching

  /// Runs `onSearch` when the person has typed nothing for a while.
  func searchLater() {
    guard overrides(.onSearch) else { return }
    if let search = waiting.search { services.cancel(timer: search) }
    let delay = properties[Self.listKeys.searchDelay] ?? 0
    waiting.search = services.after(delay.isFinite ? max(0, delay) : 0) { [weak self] in
      guard let self, services.isOpen(self) else { return }
      waiting.search = nil
      services.runTurn { try self.run(.onSearch, [.string(self.searchText)]) }
    }
  }

  // MARK: The last row

  /// Runs `onEnd` if the last row is shown.
  func runEnd() throws {
    let count = content.count
    guard overrides(.onEnd), count > 0, waiting.end != count,
      shownRows(scrolledRows, of: count).upperBound == count
    else { return }
    waiting.end = count
    try run(.onEnd)
  }

  // MARK: Data

  /// What `fetchData` of the script returns; before it has, what it returned the last time. Nil without the function.
  var fetchedData: Value? {
    let value = functions.value(.fetchData) { [weak self] _ in self?.fetch() }
    return waiting.isFetched ? waiting.fetched : value
  }

  /// Starts `fetchData`. Returns its result, if it does not wait.
  private func fetch() -> Value? {
    guard let own = definition.override(of: .fetchData), let host = evaluator.host, !store.isBudgetExhausted() else {
      return nil
    }
    waiting.calls += 1
    let call = waiting.calls
    var (result, isLate): (Value?, Bool) = (nil, false)
    (waiting.isFetched, waiting.fetches) = (false, true)
    host.start(own, receiver: .handle(handle), arguments: []) { [weak self] outcome in
      guard let self, call == waiting.calls else { return }
      waiting.fetches = false
      switch outcome {
      case .success(let value): result = functions.checked(value, .fetchData)
      case .failure(let failure): functions.report(failure, of: .fetchData)
      }
      guard isLate, case .success = outcome else { return }
      (waiting.fetched, waiting.isFetched) = (result, true)
      madeContent?.reload()
      rowStaleness.isStale = true
      store.graph.noteChange()
    }
    isLate = true
    return waiting.fetches ? waiting.fetched : result
  }
}
