/// The connection to a renderer, as the contract needs it.
package protocol LiveSink: AnyObject {
  /// Sends a message, and calls `LiveConnection.didSend` when that has happened.
  func send(_ text: [UInt8], isAnswer: Bool)

  /// Stops reading messages until it is called with true.
  func setReading(_ isReading: Bool)

  /// Asks whether there is still someone at the other end, and calls the function with the answer, or with false when
  /// none comes in time.
  func probe(_ answer: @escaping (Bool) -> Void)

  /// Ends the connection when everything was sent.
  func close()
}
