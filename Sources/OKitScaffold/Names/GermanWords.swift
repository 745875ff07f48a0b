/// German for the words that name properties and lists most often.
enum GermanWords {
  /// Returns the translation of a text; nil for one that is not known.
  static func text(of english: String) -> String? {
    if let known = words[english.lowercased()] {
      // A name is written with a capital, a value of an enum as in English.
      return english.first?.isUppercase == true ? known : known.first.map { _ in lowercasedValues[english] ?? known }
    }
    return nil
  }

  /// Adjectives and participles as values of enums.
  private static let lowercasedValues = [
    "open": "offen", "closed": "geschlossen", "new": "neu", "active": "aktiv", "inactive": "inaktiv",
    "done": "erledigt",
    "paid": "bezahlt", "shipped": "geliefert", "cancelled": "storniert", "canceled": "storniert", "low": "niedrig",
    "medium": "mittel", "high": "hoch", "normal": "normal", "pending": "ausstehend", "draft": "Entwurf",
    "published": "veröffentlicht", "available": "verfügbar", "lent": "verliehen", "lost": "verloren", "small": "klein",
    "large": "groß", "red": "rot", "green": "grün", "blue": "blau", "black": "schwarz", "white": "weiß",
    "yellow": "gelb", "private": "privat", "public": "öffentlich", "delivered": "zugestellt", "rejected": "abgelehnt",
    "approved": "genehmigt", "yes": "ja", "no": "nein", "male": "männlich", "female": "weiblich", "urgent": "dringend",
    "in progress": "in Arbeit", "todo": "zu tun", "to do": "zu tun", "blocked": "blockiert",
  ]

  private static let words: [String: String] =
    table.merging(lowercasedValues.mapValues { $0.prefix(1).uppercased() + $0.dropFirst() }) { first, _ in first }

  private static let table: [String: String] = [
    "general": "Allgemein", "more": "Weiteres", "lists": "Listen", "name": "Name", "title": "Titel",
    "description": "Beschreibung", "note": "Notiz", "notes": "Notizen", "comment": "Kommentar",
    "comments": "Kommentare",
    "text": "Text", "key": "Schlüssel", "value": "Wert", "values": "Werte", "type": "Art", "kind": "Art",
    "category": "Kategorie", "categories": "Kategorien", "status": "Status", "state": "Zustand",
    "priority": "Priorität",
    "date": "Datum", "time": "Zeit", "start": "Beginn", "end": "Ende", "due": "Fällig", "created": "Erstellt",
    "created at": "Erstellt am", "updated": "Geändert", "updated at": "Geändert am", "year": "Jahr", "month": "Monat",
    "day": "Tag", "duration": "Dauer", "first name": "Vorname", "last name": "Nachname", "full name": "Name",
    "birthday": "Geburtstag", "birth date": "Geburtsdatum", "born": "Geboren", "age": "Alter", "gender": "Geschlecht",
    "email": "E-Mail", "e-mail": "E-Mail", "phone": "Telefon", "fax": "Fax", "mobile": "Mobiltelefon",
    "website": "Website",
    "address": "Adresse", "addresses": "Adressen", "street": "Straße", "city": "Ort", "zip": "Postleitzahl",
    "zip code": "Postleitzahl", "postal code": "Postleitzahl", "postcode": "Postleitzahl", "country": "Land",
    "countries": "Länder", "region": "Region", "latitude": "Breite", "longitude": "Länge", "location": "Standort",
    "company": "Firma", "companies": "Firmen", "department": "Abteilung", "departments": "Abteilungen",
    "position": "Position", "salary": "Gehalt", "employee": "Mitarbeiter", "employees": "Mitarbeiter",
    "manager": "Vorgesetzter", "reports to": "Vorgesetzter", "hire date": "Eintritt", "person": "Person",
    "people": "Personen", "user": "Benutzer", "users": "Benutzer", "member": "Mitglied", "members": "Mitglieder",
    "customer": "Kunde", "customers": "Kunden", "contact": "Kontakt", "contacts": "Kontakte", "supplier": "Lieferant",
    "suppliers": "Lieferanten", "product": "Artikel", "products": "Artikel", "item": "Eintrag", "items": "Einträge",
    "entry": "Eintrag", "entries": "Einträge", "order": "Bestellung", "orders": "Bestellungen", "invoice": "Rechnung",
    "invoices": "Rechnungen", "invoice line": "Rechnungsposten", "invoice lines": "Rechnungsposten",
    "invoice date": "Rechnungsdatum", "billing address": "Rechnungsadresse", "billing city": "Rechnungsort",
    "shipping address": "Lieferadresse", "line": "Posten", "lines": "Posten", "total": "Summe", "price": "Preis",
    "unit price": "Einzelpreis", "quantity": "Menge", "amount": "Betrag", "currency": "Währung", "discount": "Rabatt",
    "tax": "Steuer", "number": "Nummer", "code": "Code", "stock": "Bestand", "in stock": "Vorrätig",
    "weight": "Gewicht",
    "width": "Breite", "height": "Höhe", "depth": "Tiefe", "length": "Länge", "size": "Größe", "color": "Farbe",
    "colour": "Farbe", "unit": "Einheit", "count": "Anzahl", "rating": "Bewertung", "ratings": "Bewertungen",
    "review": "Rezension", "reviews": "Rezensionen", "score": "Punkte", "book": "Buch", "books": "Bücher",
    "author": "Autor", "authors": "Autoren", "publisher": "Verlag", "publishers": "Verlage", "genre": "Genre",
    "genres": "Genres", "pages": "Seiten", "page": "Seite", "language": "Sprache", "languages": "Sprachen",
    "movie": "Film", "movies": "Filme", "film": "Film", "films": "Filme", "director": "Regie", "artist": "Interpret",
    "artists": "Interpreten", "album": "Album", "albums": "Alben", "track": "Titel", "tracks": "Titel",
    "playlist": "Playlist", "playlists": "Playlists", "composer": "Komponist", "media type": "Medienart",
    "media types": "Medienarten", "milliseconds": "Millisekunden", "bytes": "Bytes", "song": "Lied", "songs": "Lieder",
    "event": "Termin", "events": "Termine", "task": "Aufgabe", "tasks": "Aufgaben", "project": "Projekt",
    "projects": "Projekte", "tag": "Schlagwort", "tags": "Schlagwörter", "image": "Bild", "picture": "Bild",
    "url": "URL", "link": "Link", "message": "Nachricht", "messages": "Nachrichten", "subject": "Betreff",
    "body": "Text",
    "summary": "Zusammenfassung", "version": "Version", "settings": "Einstellungen", "option": "Option",
    "options": "Optionen", "parent": "Übergeordnet", "children": "Untergeordnet", "child": "Kind", "owner": "Besitzer",
    "recipe": "Rezept", "recipes": "Rezepte", "ingredient": "Zutat", "ingredients": "Zutaten", "step": "Schritt",
    "steps": "Schritte", "servings": "Portionen", "room": "Raum", "rooms": "Räume", "room number": "Raumnummer",
    "enabled": "Aktiv", "verified": "Geprüft", "store": "Laden", "supplier name": "Lieferant", "team": "Team",
    "teams": "Teams", "player": "Spieler", "players": "Spieler", "game": "Spiel", "games": "Spiele",
    "station": "Station",
    "stations": "Stationen", "temperature": "Temperatur", "humidity": "Luftfeuchte", "measurement": "Messung",
    "measurements": "Messungen", "sensor": "Sensor", "sensors": "Sensoren", "released": "Erschienen",
    "release date": "Erscheinungsdatum",
  ]
}
