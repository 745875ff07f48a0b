/// A part of the state of a screen, such as edit mode, whose reads the dependency graph records as those of models.
final class TrackedState {
  private let graph: DependencyGraph
  private var source: SourceID?

  init(_ graph: DependencyGraph) { self.graph = graph }

  deinit { if let source { graph.remove(source) } }

  /// Records a read.
  func read() {
    guard graph.isTracking else { return }
    let source = source ?? graph.makeSource()
    self.source = source
    graph.read(source)
  }

  /// Makes what has read the state stale.
  func changed() { if let source { graph.changed(source) } else { graph.noteChange() } }
}
