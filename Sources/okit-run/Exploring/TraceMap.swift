internal import OKitExplore
internal import OKitTrace

/// The flow map of traces.
struct TraceMap {
  private(set) var map = FlowMap()

  /// - Throws: What reading a trace throws.
  init(_ files: [String]) throws {
    for file in files { add(try Trace(contentsOf: file)) }
  }

  private mutating func add(_ trace: Trace) {
    let test = trace.header.test.map { "\($0.file): \($0.name)" }
    let done = Dictionary(trace.actions.compactMap { action in action.done.map { ($0.id, $0) } }) { $1 }
    // The place that each application shows, and the statements that led there.
    var places: [Int: FlowPlace] = [:]
    var lines: [String] = []
    func place(_ screen: Int?) -> FlowPlace? { screen.flatMap { trace.screens[$0] }.map(FlowPlace.init(json:)) }
    for record in trace.records {
      switch record {
      case .launch(let launch):
        places[launch.app] = place(launch.screen)
        if let shown = places[launch.app] { map.visit(shown, lines: lines, test: test) }
      case .action(let action):
        let before = place(action.before) ?? places[action.app]
        if let last = places[action.app], let before, last != before {
          map.visit(before, lines: lines, test: test)
          map.add(last, before, action: "", label: "", isAutomatic: true, test: test)
        }
        lines.append(action.line)
        guard let after = place(done[action.id]?.after) else { continue }
        if let before, before != after {
          let (key, isAutomatic) = Self.way(action)
          map.add(before, after, action: key, label: Self.label(action), isAutomatic: isAutomatic, test: test)
        }
        map.visit(after, lines: lines, test: test)
        places[action.app] = after
      default: break
      }
    }
  }

  private static func way(_ action: TraceAction) -> (key: String, isAutomatic: Bool) {
    switch action.what {
    case .action(let json): (FlowMap.key(of: json), false)
    case .call(let name, _): ["advance", "setClock"].contains(name) ? ("clock", true) : (name, false)
    }
  }

  /// What the element shows, if that belongs to the script.
  private static func label(_ action: TraceAction) -> String {
    guard let target = action.target, !["row", "gridcell", "text"].contains(target.role) else { return "" }
    return target.label
  }
}
