"""Four attributes one after the other, as a person would write it, on a thousand chains."""

from bench import run

COUNT, ROUNDS = 1000, 100


class Node:
    __slots__ = ("price", "child")

    def __init__(self, price, child=None):
        self.price = price
        self.child = child


def chain(price):
    node = Node(price)
    for _ in range(3):
        node = Node(price, node)
    return node


nodes = [chain(i) for i in range(COUNT)]


def path():
    for _ in range(ROUNDS):
        total = 0
        for node in nodes:
            total += node.child.child.child.price
    return total


run("path", COUNT * ROUNDS, path)
