// The document of 100,000 entities: read, with an index by id, and written as okit writes it.

const { readFileSync } = require("fs");
const { run } = require("./bench.js");

const document = readFileSync(process.argv[2]);

function load() {
  const { items } = JSON.parse(document.toString());
  const index = new Map();
  let sum = 0;
  for (const item of items) {
    index.set(item.id, item);
    sum += item.price;
  }
  return index.size === items.length ? sum : -1;
}

const shop = JSON.parse(document.toString());
run("load", 1, load, { unit: "ms", repeats: 5 });
// The members are sorted in the document, and so here.
run("store", 1, () => Buffer.from(JSON.stringify(shop, null, 2)).length, { unit: "ms", repeats: 5 });
