import OKitEngine

/// Generated data in the form of `scripts/world/data/everyday`, for machines on which it was not downloaded.
enum WorldData {
  static let countries = 250
  static let cities = 30_000

  static func document() throws -> [UInt8] {
    let continents = ["AF", "AS", "EU", "NA", "OC", "SA"]
    let countryNames = (0..<countries).map { "C\($0)" }
    let countries = (0..<Self.countries).map { country -> JSONValue in
      let cities = stride(from: country, to: Self.cities, by: Self.countries).map { city -> JSONValue in
        [
          "id": .string("\(city)"), "name": .string("City \(city * 7919 % 9973)"),
          "latitude": .double(Double(city % 170) - 84.5), "longitude": .double(Double(city % 350) - 174.5),
          "population": .int(15_000 + city * 7919 % 1_000_000), "timezone": "Europe/Berlin",
        ]
      }
      return [
        "id": .string(countryNames[country]), "name": .string("Country \(country)"),
        "continent": .string(continents[country % continents.count]), "area": .double(Double(country * 1000)),
        "population": .int(country * 100_000), "currency": "EUR", "phone": "49", "languages": "de",
        "capital": .string("\(country)"), "cities": .array(cities),
        "neighbours": .array([.string(countryNames[(country + 1) % Self.countries])]),
      ]
    }
    return Array(try JSONValue.object(["id": "world", "countries": .array(countries)]).json(pretty: false).utf8)
  }

  static let placeCount = 230_000

  /// Generated data in the form of `scripts/world/data/places`.
  static func places() throws -> [UInt8] {
    let syllables = ["san", "ville", "ka", "bü", "ost", "rio", "ham", "lo"]
    let countries = (0..<Self.countries).map { number -> JSONValue in
      ["id": .string("C\(number)"), "name": .string("Country \(number * 7919 % 997)"), "continent": "Europe"]
    }
    let places = (0..<Self.placeCount).map { number -> JSONValue in
      let (a, b, c) = (number % 8, number / 8 % 8, number / 64 % 8)
      return [
        "id": .string("\(number)"), "name": .string("\(syllables[a])\(syllables[b])\(syllables[c]) \(number % 9973)"),
        "population": .int(number * 7919 % 1_000_000), "timezone": "Europe/Berlin",
        "country": ["id": .string("\(number)-country"), "refKey": .string("C\(number * 7919 % Self.countries)")],
      ]
    }
    return Array(
      try JSONValue.object(["id": "atlas", "countries": .array(countries), "places": .array(places)])
        .json(pretty: false).utf8)
  }
}
