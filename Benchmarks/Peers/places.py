"""The list of places: sorted by name, searched, grouped by country, sorted by the country's name, changed, stored."""

import functools
import itertools
import json
import sys
import unicodedata

from bench import run

with open(sys.argv[1], "rb") as file:
    document = file.read()


def composed(text):
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def searchable(text):
    """Letters and digits in lower case and without diacritics, runs of a character collapsed."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    kept = (c for c in folded if c.isalnum() or unicodedata.category(c)[0] == "M" and not unicodedata.combining(c))
    return "".join(c for c, _ in itertools.groupby(kept))


def fingerprint(rows):
    text = "\n".join(row["name"] for row in rows[:20])
    return functools.reduce(lambda sum, byte: (sum * 31 + byte) % 1_000_003, text.encode(), len(rows))


def by_name(place):
    return composed(place["name"])


class Opened(int):
    """A fingerprint that keeps what was opened alive."""

    def __new__(cls, document):
        atlas = json.loads(document)
        places = sorted(atlas["places"], key=by_name)
        self = super().__new__(cls, fingerprint(places))
        self.kept = (atlas, places)
        return self


run("file-to-first-screen", 1, lambda: Opened(document), "ms", 5)

# The places stay in the order of the document; each list sorts them.
atlas, places = Opened(document).kept
names = {country["id"]: composed(country["name"]) for country in atlas["countries"]}


def search(text, texts):
    return fingerprint([place for place, found in zip(places, texts) if text in found])


run("first-key", 1, lambda: search("s", [searchable(place["name"]) for place in places]), "ms", 5)
texts = [searchable(place["name"]) for place in places]
run("next-key", 1, lambda: search("sa", texts), "ms")


def grouped():
    groups = {}
    for place in sorted(atlas["places"], key=by_name):
        groups.setdefault(place["country"]["refKey"], []).append(place)
    return fingerprint([place for key in sorted(groups) for place in groups[key]])


def by_country(place):
    return names[place["country"]["refKey"]], by_name(place)


run("grouped", 1, grouped, "ms", 5)
run("sorted-by-country", 1, lambda: fingerprint(sorted(atlas["places"], key=by_country)), "ms", 5)

first = atlas["places"][0]


def change():
    """To the end of the list, and to its start."""
    for name in ("zz", "!a"):
        first["name"] = name
        places.sort(key=by_name)
    return fingerprint(places)


run("change", 2, change, "ms")
run("store", 1, lambda: len(json.dumps(atlas, indent=2, sort_keys=True, ensure_ascii=False).encode()), "ms", 5)
