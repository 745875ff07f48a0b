/// Properties of a controller that only renderers use; nil where the controller has no such property.
package struct Hints: Sendable, Hashable {
  /// The margin above the activity indicator, in points.
  package var activityTop: Double?
  package var forceUpdate: Bool?
  package var forceListUpdate: Bool?
  /// The name that the script gives to the class of the references of a selection.
  package var refTypeName: String?

  package init(
    activityTop: Double? = nil, forceUpdate: Bool? = nil, forceListUpdate: Bool? = nil, refTypeName: String? = nil
  ) {
    self.activityTop = activityTop
    self.forceUpdate = forceUpdate
    self.forceListUpdate = forceListUpdate
    self.refTypeName = refTypeName
  }
}
