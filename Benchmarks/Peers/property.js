// Reading and writing a property of a thousand objects.

const { run } = require("./bench.js");

class Item {
  constructor(price) {
    this.price = price;
  }
}

const [count, rounds] = [1000, 5000];
const items = Array.from({ length: count }, (_, i) => new Item(i));

function read() {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}

function write(offset) {
  for (let i = 0; i < count; i++) items[i].price = i + offset;
}

run("get", count * rounds, () => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = read();
  return sum;
});
run("set", count * rounds, () => {
  for (let i = 0; i < rounds; i++) write(i & 1);
  write(1);
  return read();
});
