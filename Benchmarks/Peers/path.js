// A chain of four properties, written by hand. The price at the end determines the next chain.

const { run } = require("./bench.js");

class Node {
  constructor(price, child) {
    this.price = price;
    this.child = child;
  }
}

const [count, rounds] = [128, 20000];
const nodes = Array.from({ length: count }, (_, i) => {
  const price = (5 * i + 3) % count;
  let node = new Node(price, null);
  for (let k = 0; k < 3; k++) node = new Node(price, node);
  return node;
});

function read() {
  let [sum, index] = [0, 0];
  for (let i = 0; i < count; i++) {
    index = nodes[index].child?.child?.child?.price ?? 0;
    sum += index;
  }
  return sum;
}

run("path", count * rounds, () => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = read();
  return sum;
});
