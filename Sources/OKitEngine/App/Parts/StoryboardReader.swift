/// Reads the files of Interface Builder: what `OKitStoryboard` gives an application.
package protocol StoryboardReader: Sendable {
  /// The maximum size of a file in bytes.
  var maximumSize: Int { get }

  /// Returns the error for a larger file.
  func tooLarge(_ file: String) -> Diagnostic

  /// Defines the controllers of a file.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - file: Its name in messages.
  ///   - names: Names for controllers, by their ids.
  /// - Returns: The names of the controllers in the order of their scenes, and what okit cannot use.
  /// - Throws: What reading and defining throw. Nothing is defined then.
  func define(
    _ text: String, file: String, names: [String: String], in definition: AppDefinition, _ evaluator: Evaluator
  ) throws -> (controllers: [String], warnings: [Diagnostic])
}
