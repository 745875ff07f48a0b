/// The classes that a storyboard can name: those of okit, and those that a script has defined.
package struct StoryboardClasses {
  private let descriptors: [String: ComponentDescriptor]

  /// The classes of an application, or only those of okit.
  package init(_ definition: AppDefinition? = nil) {
    descriptors = Dictionary((definition ?? AppDefinition()).classes.values.map { ($0.name, $0.descriptor) }) {
      first, _ in first
    }
  }

  /// OKit's storyboards spell one of its classes without an r.
  private static let spellings = ["ModelApplicationContoller": "ModelApplicationController"]

  /// Returns the name and the descriptor of a class; nil if there is none.
  package func find(_ name: String) -> (name: String, descriptor: ComponentDescriptor)? {
    let name = Self.spellings[name] ?? name
    return descriptors[name].map { (name, $0) }
  }

  /// The names of the classes that a kind of element can have.
  func names(where isAccepted: (ComponentDescriptor) -> Bool) -> [String] {
    descriptors.filter { isAccepted($0.value) }.map(\.key)
  }
}
