// Reading and writing a property of 256 objects.

const { run } = require("./bench.js");

class Item {
  constructor(price) {
    this.price = price;
  }
}

const [count, rounds] = [256, 20000];
// Each price, or the table when writing, determines the next object.
const order = Array.from({ length: count }, (_, i) => (5 * i + 3) % count);
const items = order.map((next) => new Item(next));

function read() {
  let sum = 0;
  let index = 0;
  for (let i = 0; i < count; i++) {
    index = items[index].price;
    sum += index;
  }
  return sum;
}

function write(offset) {
  let index = 0;
  for (let i = 0; i < count; i++) {
    index = order[index];
    items[index].price = i + offset;
  }
}

function total() {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}

run("get", count * rounds, () => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = read();
  return sum;
});
run("set", count * rounds, () => {
  for (let i = 0; i < rounds; i++) write(i & 1);
  write(1);
  return total();
});
