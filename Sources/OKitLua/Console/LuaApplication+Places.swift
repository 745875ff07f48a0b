extension LuaApplication {
  /// Returns the line of the script that gives a property its value; nil for what no script has defined.
  package func place(of property: Diagnostic.Origin) -> Diagnostic.Place? {
    property.place.map { state.core.sources.place(of: property, in: $0) }
  }
}
