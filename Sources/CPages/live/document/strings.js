// The page's own texts, in the language of the application. Those of the application come with its screens.

const ENGLISH = {
  actions: "Actions", actionsOf: "Actions of %@", back: "Back", busy: "Busy", cancel: "Cancel", close: "Close",
  column: "Column %@", columnsAfter: "Next columns", columnsBefore: "Previous columns", columnsOf: "Columns %@",
  chooseColor: "Choose a color", chooseDate: "Choose a date", chooseTime: "Choose a time",
  clearSearch: "Clear the search",
  connecting: "Connecting …", connectionLost: "Connection lost",
  connectionLostText: "The program has ended or does not answer. The page connects again by itself.",
  decrease: "Decrease", detailsOf: "Details of %@", dismiss: "Dismiss", entries: "%@ entries",
  oneEntry: "1 entry", helpHint: "Tap anywhere to close", hide: "Hide", increase: "Increase", image: "Image",
  index: "Index",
  inputLost: "This was entered before the restart:", invalidToken: "This link is no longer valid",
  invalidTokenText: "Open the link that okit-run has printed, or start it again.", keyboard: "Field",
  menu: "Menu", moveDown: "Move down", moveUp: "Move up", moveToTop: "Move to the top",
  moveToBottom: "Move to the bottom", moved: "%@ moved", noEntries: "No entries",
  noResults: "Nothing found for “%@”", notPerformed: "The program was restarted. Not performed: %@",
  newPassphrase: "Choose a passphrase",
  noticeEnded: "This window is open in another tab", noticeEndedText: "Reload the page to get a window of its own.",
  ok: "OK",
  passphrase: "Passphrase", passphraseText: "The models are encrypted.", passphraseAgain: "Passphrase again",
  passphraseDiffers: "The passphrases differ.",
  programStopped: "The program was stopped",
  programStoppedText: "Start it again with okit-run serve; the page then connects by itself.",
  protected: "Protected", protocol: "The program has another version", protocolText: "Reload the page.",
  refresh: "Refresh", row: "Row %@", reloadFailed: "The script could not be loaded", reloadKept: "The previous version keeps running.",
  reloaded: "Script reloaded",
  notices: "Notices", restore: "Restore", discard: "Discard", rowsShown: "Rows", search: "Search",
  scopes: "Scope",
  stopped: "Stopped", tabs: "Tabs", tapToAuthenticate: "Tap to authenticate", toolbar: "Toolbar",
  tooMany: "Too many pages are open", tooManyText: "Close another one; this page connects then by itself.",
  undone: "Undone", redone: "Redone", opensNewTab: "opens in a new tab",
};

const GERMAN = {
  actions: "Aktionen", actionsOf: "Aktionen für %@", back: "Zurück", busy: "Beschäftigt", cancel: "Abbrechen",
  close: "Schließen",
  column: "Spalte %@", columnsAfter: "Nächste Spalten", columnsBefore: "Vorherige Spalten", columnsOf: "Spalten %@",
  chooseColor: "Farbe wählen", chooseDate: "Datum wählen", chooseTime: "Uhrzeit wählen",
  clearSearch: "Suche löschen",
  connecting: "Verbindung wird aufgebaut …", connectionLost: "Verbindung unterbrochen",
  connectionLostText: "Das Programm wurde beendet oder antwortet nicht. Die Seite verbindet sich von selbst wieder.",
  decrease: "Verringern", detailsOf: "Details zu %@", dismiss: "Verwerfen",
  entries: "%@ Einträge",
  oneEntry: "1 Eintrag", helpHint: "Zum Schließen irgendwohin tippen", hide: "Ausblenden", increase: "Erhöhen",
  image: "Bild", index: "Index",
  inputLost: "Vor dem Neustart wurde eingegeben:", invalidToken: "Dieser Link ist nicht mehr gültig",
  invalidTokenText: "Öffnen Sie den Link, den okit-run ausgegeben hat, oder starten Sie es neu.", keyboard: "Feld",
  menu: "Menü", moveDown: "Nach unten", moveUp: "Nach oben", moveToTop: "Ganz nach oben",
  moveToBottom: "Ganz nach unten", moved: "%@ verschoben", noEntries: "Keine Einträge",
  noResults: "Nichts gefunden für „%@“", notPerformed: "Das Programm wurde neu gestartet. Nicht ausgeführt: %@",
  newPassphrase: "Passphrase wählen",
  noticeEnded: "Dieses Fenster ist in einem anderen Tab geöffnet",
  noticeEndedText: "Laden Sie die Seite neu, um ein eigenes Fenster zu bekommen.", ok: "OK",
  passphrase: "Passphrase", passphraseText: "Die Modelle sind verschlüsselt.",
  passphraseAgain: "Passphrase wiederholen", passphraseDiffers: "Die Passphrasen sind verschieden.",
  programStopped: "Das Programm wurde beendet",
  programStoppedText: "Starten Sie es mit okit-run serve wieder; die Seite verbindet sich dann von selbst.",
  protected: "Geschützt", protocol: "Das Programm hat eine andere Version", protocolText: "Laden Sie die Seite neu.",
  refresh: "Aktualisieren", row: "Zeile %@", reloadFailed: "Das Skript konnte nicht geladen werden",
  reloadKept: "Die vorherige Version läuft weiter.", reloaded: "Skript neu geladen",
  notices: "Hinweise", restore: "Übernehmen", discard: "Verwerfen", rowsShown: "Zeilen",
  search: "Suchen", scopes: "Bereich",
  stopped: "Angehalten", tabs: "Tabs", tapToAuthenticate: "Zum Anmelden tippen",
  toolbar: "Werkzeugleiste",
  tooMany: "Zu viele Seiten sind geöffnet",
  tooManyText: "Schließen Sie eine andere; diese Seite verbindet sich dann von selbst.",
  undone: "Widerrufen", redone: "Wiederholt",
  opensNewTab: "öffnet einen neuen Tab",
};

let language = "en";
let texts = ENGLISH;

/** Selects the language by its tag, such as `de-DE`. */
export function useLanguage(tag) {
  language = tag || "en";
  texts = language.toLowerCase().startsWith("de") ? GERMAN : ENGLISH;
  document.documentElement.lang = language;
}

// Until the application says which language it has.
useLanguage(navigator.language);

/** Returns a text, with a value in place of `%@`, whose direction does not reach the rest of the text. */
export function t(key, value) {
  const text = texts[key];
  if (value === undefined) return text;
  return text.replace("%@", () => typeof value === "number" ? count(value)
    : `\u2068${value.replace(/[\u202A-\u202E\u2066-\u2069]/g, "")}\u2069`);
}

/** A number as people write it. */
export function count(number) {
  try { return number.toLocaleString(language); } catch { return String(number); }
}

/** `3 entries`. */
export function entries(number) {
  return number === 1 ? t("oneEntry") : number ? t("entries", number) : t("noEntries");
}
