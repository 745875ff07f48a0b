/// The texts of the built-in buttons and dialogs in other languages than English, in which their keys are written.
/// An application's own texts go before them.
enum StandardTexts {
  static let tables: [String: [String: String]] = [
    "de": [
      "Add": "Hinzufügen", "Edit": "Bearbeiten", "Done": "Fertig", "Delete": "Löschen", "More...": "Mehr ...",
      "Cancel": "Abbrechen", "OK": "OK", "Yes": "Ja", "No": "Nein", "Close": "Schließen", "Clear": "Leeren",
      "All": "Alle", "Search": "Suchen", "Help": "Hilfe", "Menu": "Menü", "Save": "Sichern", "Action": "Aktion",
      "Organize": "Verwalten", "Compose": "Verfassen", "Reply": "Antworten", "Camera": "Kamera",
      "Bookmarks": "Lesezeichen", "Refresh": "Aktualisieren", "Stop": "Stopp", "Trash": "Papierkorb",
      "Play": "Abspielen", "Pause": "Pause", "Confirm Deletion": "Löschen bestätigen",
      "Do you really want to delete entry?": "Soll der Eintrag wirklich gelöscht werden?",
      "Select an action": "Aktion auswählen", "New %@": "Neu: %@", "Enter %@ for this %@": "%@ eingeben für: %2$@",
      "Immediately": "Sofort", "1 Minute": "1 Minute", "5 Minutes": "5 Minuten", "10 Minutes": "10 Minuten",
    ]
  ]
}
