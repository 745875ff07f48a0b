/// Storyboards for tests.
enum StoryboardXML {
  /// A storyboard with the scenes of the controllers. The first controller begins in line 4.
  static func document(_ controllers: String..., attributes: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"\(attributes)>
    <scenes>
    \(controllers.map { "<scene><objects>\n\($0)\n</objects></scene>" }.joined(separator: "\n"))
    </scenes>
    </document>
    """
  }

  static func attribute(_ name: String, _ value: String) -> String {
    "<userDefinedRuntimeAttribute type=\"string\" keyPath=\"\(name)\" value=\"\(value)\"/>"
  }

  /// A list with an identifier, and lines inside of it, of which the first is line 6.
  static func list(_ name: String, _ lines: String...) -> String {
    """
    <tableViewController storyboardIdentifier="\(name)" id="id-\(name)" customClass="ModelListTableController" \
    sceneMemberID="viewController">
    \(lines.joined(separator: "\n"))
    </tableViewController>
    """
  }
}
