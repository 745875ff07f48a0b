/// What an application shows and protects, besides its models and screens: the last values of its settings, the cover,
/// and the question of the authenticator.
final class ApplicationState {
  // Unchecked where every turn passes: no access of these is ever made inside another one.

  /// The controller of the application; nil until the script has run, and if it defines none.
  @exclusivity(unchecked) var controller: ApplicationController?
  /// The settings that apply.
  var settings = ApplicationSettings()
  var file: SettingsFile?
  /// Whether settings were evaluated: before that, those of the file apply.
  var hasEvaluated = false
  /// The name of the theme that was to be applied and is not registered.
  var unknownTheme: String?
  /// Whether controllers are being told of a theme.
  var isTellingTheme = false
  /// Whether the settings are being applied.
  @exclusivity(unchecked) var isFollowing = false
  /// What built-in functions have been asked to do as soon as no turn runs.
  @exclusivity(unchecked) var due: Set<Due> = []

  enum Due { case encryption, authentication }

  /// A function that registers the models, as soon as the secure store is open; nil for none that waits.
  @exclusivity(unchecked) var initialization: Initialization?

  /// Whether the cover was shown although the models can be in memory.
  var isCoverShown = false
  /// Whether the cover stays until the authenticator has answered.
  var isLocked = false
  /// When the secure store closes because the application is in the background.
  @exclusivity(unchecked) var closing: DateValue?
  /// The question that the authenticator has not answered yet.
  var question: Question?
  private(set) var lastQuestion = 0

  struct Question {
    let number: Int
    /// Called with whether the store is open.
    var completions: [(Bool) -> Void] = []
  }

  func ask() -> Int {
    lastQuestion += 1
    question = Question(number: lastQuestion)
    return lastQuestion
  }
}

/// A start that waits for the secure store.
struct Initialization {
  /// Runs the script's function.
  let run: () throws -> Void
  /// What launching does after that; nil until the application is launched.
  var launch: (() throws -> Void)?
}
