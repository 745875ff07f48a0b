"""Reading and writing an attribute of a thousand objects."""

from bench import run

COUNT, ROUNDS = 1000, 200


class Item:
    __slots__ = ("price",)

    def __init__(self, price):
        self.price = price


items = [Item(i) for i in range(COUNT)]


def read():
    total = 0
    for item in items:
        total += item.price
    return total


def write(offset):
    for i, item in enumerate(items):
        item.price = i + offset


def get():
    for _ in range(ROUNDS):
        total = read()
    return total


def set_():
    for i in range(ROUNDS):
        write(i & 1)
    write(1)
    return read()


run("get", COUNT * ROUNDS, get)
run("set", COUNT * ROUNDS, set_)
