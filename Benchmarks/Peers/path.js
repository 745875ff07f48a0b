// Four properties one after the other, as a person would write it, on a thousand chains.

const { run } = require("./bench.js");

class Node {
  constructor(price, child) {
    this.price = price;
    this.child = child;
  }
}

const [count, rounds] = [1000, 2000];
const nodes = Array.from({ length: count }, (_, i) => {
  let node = new Node(i, null);
  for (let k = 0; k < 3; k++) node = new Node(i, node);
  return node;
});

function read() {
  let sum = 0;
  for (const node of nodes) sum += node.child?.child?.child?.price ?? 0;
  return sum;
}

run("path", count * rounds, () => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = read();
  return sum;
});
