"""Reading and writing an attribute of 256 objects."""

from bench import run

COUNT, ROUNDS = 256, 800


class Item:
    __slots__ = ("price",)

    def __init__(self, price):
        self.price = price


# Each price, or the table when writing, determines the next object.
order = [(5 * i + 3) % COUNT for i in range(COUNT)]
items = [Item(price) for price in order]


def read():
    total = index = 0
    for _ in range(COUNT):
        index = items[index].price
        total += index
    return total


def write(offset):
    index = 0
    for i in range(COUNT):
        index = order[index]
        items[index].price = i + offset


def get():
    for _ in range(ROUNDS):
        total = read()
    return total


def set_():
    for i in range(ROUNDS):
        write(i & 1)
    write(1)
    return sum(item.price for item in items)


run("get", COUNT * ROUNDS, get)
run("set", COUNT * ROUNDS, set_)
