/// The texts of okit itself in other languages than English, in which their keys are written.
/// An application's own texts go before them.
package enum StandardTexts {
  package static let tables: [String: [String: String]] = [
    "de": [
      "Add": "Hinzufügen", "Edit": "Bearbeiten", "Done": "Fertig", "Delete": "Löschen", "More...": "Mehr ...",
      "Move": "Bewegen",
      "Cancel": "Abbrechen", "OK": "OK", "Yes": "Ja", "No": "Nein", "Close": "Schließen", "Clear": "Leeren",
      "All": "Alle", "Search": "Suchen", "Help": "Hilfe", "Menu": "Menü", "Save": "Sichern", "Action": "Aktion",
      "Organize": "Verwalten", "Compose": "Verfassen", "Reply": "Antworten", "Camera": "Kamera",
      "Bookmarks": "Lesezeichen", "Refresh": "Aktualisieren", "Stop": "Stopp", "Trash": "Papierkorb",
      "Play": "Abspielen", "Pause": "Pause", "Rewind": "Zurückspulen", "Fast Forward": "Vorspulen",
      "Previous": "Zurück", "Next": "Weiter", "Discard": "Verwerfen", "Invalid Input": "Ungültige Eingabe",
      "Please enter a valid value for %@.": "Bitte gib einen gültigen Wert für %@ ein.", "column %@": "Spalte %@",
      "%@ cannot be saved any more.": "%@ kann nicht mehr gesichert werden.",
      "Confirm Deletion": "Löschen bestätigen",
      "Do you really want to delete entry?": "Soll der Eintrag wirklich gelöscht werden?",
      "Name": "Name", "Password": "Passwort", "Confirm Password": "Passwort bestätigen",
      "New Backup": "Neue Sicherung", "Enter name for this Backup": "Name für diese Sicherung eingeben",
      "New Protected Backup": "Neue geschützte Sicherung",
      "Enter name and password for this Backup": "Name und Passwort für diese Sicherung eingeben",
      "Confirm Restore": "Wiederherstellen bestätigen",
      "Do you really want to restore backup?": "Soll die Sicherung wirklich wiederhergestellt werden?",
      "Enter password to restore Backup": "Passwort eingeben, um die Sicherung wiederherzustellen",
      "Backup Restored": "Sicherung wiederhergestellt",
      "Backup was successfully restored.": "Die Sicherung wurde erfolgreich wiederhergestellt.",
      "Backup Not Restored": "Sicherung nicht wiederhergestellt",
      "Restoring Backup failed. Wrong Password?":
        "Das Wiederherstellen der Sicherung ist fehlgeschlagen. Falsches Passwort?",
      "Do you really want to delete backup?": "Soll die Sicherung wirklich gelöscht werden?",
      "Select an action": "Aktion auswählen", "New %@": "Neu: %@", "Enter %@ for this %@": "%@ eingeben für: %2$@",
      "on": "ein", "off": "aus", "min.": "Min.", "sec.": "Sek.", "menu": "Menü", "editing": "in Bearbeitung",
      "busy": "beschäftigt", "search": "suchen", "refresh": "aktualisieren", "keyboard": "Tastatur",
      "no entries": "keine Einträge", "no swipe actions": "keine Wischaktionen",
      "column %@ of %@": "Spalte %@ von %@", "columns %@–%@ of %@": "Spalten %@–%@ von %@",
      "row %@ of %@": "Zeile %@ von %@", "rows %@–%@ of %@": "Zeilen %@–%@ von %@",
      "line %@ of %@": "Textzeile %@ von %@", "lines %@–%@ of %@": "Textzeilen %@–%@ von %@",
      "no callouts": "keine Hinweise", "any tap closes it": "Antippen schließt die Hilfe", "protected": "geschützt",
      "tap to authenticate": "zum Entsperren antippen", "%@ characters": "%@ Zeichen", "Image": "Bild",
      "%@ byte": "%@ Byte", "%@ bytes": "%@ Bytes",
      "%@ actions": "%@ Aktionen",
      "Immediately": "Sofort", "1 Minute": "1 Minute", "5 Minutes": "5 Minuten", "10 Minutes": "10 Minuten",
    ]
  ]

  package static let localization = Localization(tables: tables)
}
