/// What a connection of a renderer talks to before it has a window: an application, or one that is still locked.
package protocol LiveGate: AnyObject {
  var limits: LiveWindow.Limits { get }

  /// Why an Inspector gets no answer before its page has a window.
  var refusalToInspect: Diagnostic { get }

  /// Gives a renderer a window, now or later.
  func greet(_ connection: LiveConnection, _ hello: PageMessage.Hello)

  /// Takes the passphrase that a person has typed.
  func unlock(with passphrase: String, for connection: LiveConnection)

  /// A connection has ended.
  func didEnd(_ connection: LiveConnection)
}

extension LiveGate {
  package var refusalToInspect: Diagnostic { Diagnostic("live.message", "the window is not open yet") }

  /// Returns the reader of the messages of a renderer, which begins with `hello`.
  package func connect(_ sink: any LiveSink) -> LiveConnection { LiveConnection(self, sink) }
}
