"""Four attributes one after the other, as a person would write it. The price at the end says which chain is next."""

from bench import run

try:
    import jmespath
except ImportError:
    jmespath = None

COUNT, ROUNDS = 128, 1000


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


nodes = [chain((5 * i + 3) % COUNT) for i in range(COUNT)]


def path():
    for _ in range(ROUNDS):
        total = index = 0
        for _ in range(COUNT):
            index = nodes[index].child.child.child.price
            total += index
    return total


run("path", COUNT * ROUNDS, path)

if jmespath:
    expression = jmespath.compile("child.child.child.price")

    def plain(node):
        return {"price": node.price, "child": node.child and plain(node.child)}

    documents = [plain(node) for node in nodes]

    def search():
        total = index = 0
        for _ in range(COUNT):
            index = expression.search(documents[index])
            total += index
        return total

    run("path@jmespath", COUNT, search)
