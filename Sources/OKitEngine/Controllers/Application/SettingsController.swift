extension ComponentDescriptor {
  /// A detail of the settings. Its application follows them in any controller.
  package static let settings = declare(
    "ModelSettingsTableController", .controller(DetailController.self), extends: detail,
    "Shows the settings of the application; what is changed there takes effect at once.")
}
