"""The data of all comparisons."""

COMMENTS = [
    "A short one.",
    "Was here before, and the price was lower then; ask again in the autumn.",
    "Sold to the first who comes.",
    "Nobody knows where it came from, but it has been here since the shop opened.",
]


class Item:
    __slots__ = ("id", "name", "price", "marked", "weight", "comment")

    def __init__(self, i, s):
        self.id = f"n{i}"
        self.name = f"Item {s % 9973}"
        self.price = s % 1000
        self.marked = s & 7 == 0
        self.weight = s % 500 + 0.5
        self.comment = COMMENTS[s % 4]


def items(count):
    s = 12345
    result = []
    for i in range(count):
        s = (s * 1103515245 + 12345) & 0x7FFFFFFF
        result.append(Item(i, s))
    return result
