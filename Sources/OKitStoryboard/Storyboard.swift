/// The controllers of an Interface Builder file of an OKit application.
package struct Storyboard: Sendable {
  /// The controllers in the order of their scenes; the initial one first if it is a content.
  package private(set) var controllers: [StoryboardController]
  /// What okit cannot use.
  package let warnings: [Diagnostic]

  /// The maximum size of a file in bytes.
  package static let maximumSize = XMLDocument.Limits().bytes

  /// Reads a storyboard.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: Its name in messages.
  ///   - names: Names for controllers without a storyboard identifier, by their ids.
  ///   - classes: The classes that the storyboard can name.
  /// - Throws: `storyboard.xml`, `storyboard.size` and `storyboard.file` for what cannot be read;
  ///   `storyboard.identifier`, `storyboard.class`, `storyboard.attribute` and `storyboard.segue` for mistakes, each
  ///   with line and column.
  package init(_ text: String, file: String, names: [String: String] = [:], classes: StoryboardClasses = .init()) throws
  {
    do {
      let mapper = StoryboardMapper(try InterfaceFile(text, file: file, names: names), classes)
      controllers = try mapper.controllers()
      warnings = mapper.warnings
    } catch let failure as Diagnostic { throw failure.withExcerpt(of: text) }
  }

  /// Returns the storyboard without the attributes in some lines.
  ///
  /// - Parameter names: Controllers that are left out, too.
  package func removing(attributesIn lines: Set<Int>, controllers names: Set<String> = []) -> Storyboard {
    var rest = self
    rest.controllers.removeAll { names.contains($0.name) }
    for index in rest.controllers.indices {
      let properties = rest.controllers[index].component.properties
      rest.controllers[index].component.properties = properties.removing(attributesIn: lines)
    }
    return rest
  }

  /// The error for a file that is too large to be read.
  package static func tooLarge(_ file: String) -> Diagnostic { XMLDocument.tooLarge(file) }
}
