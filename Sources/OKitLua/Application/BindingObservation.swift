/// An observation of a binding. It ends when it is cancelled or released.
public final class BindingObservation {
  private let observation: PathObservation

  package init(_ observation: PathObservation) { self.observation = observation }

  /// Ends the observation.
  public func cancel() { observation.cancel() }
}
