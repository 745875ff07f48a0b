// Bytes for each of 100,000 objects of six properties, and for each observer of one property.

const v8 = require("v8");
const vm = require("vm");
const { items } = require("./same_work.js");
const { Source, Observer, flush } = require("./graph.js");

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

function inUse() {
  collect();
  return process.memoryUsage().heapUsed;
}

const count = 100000;

function entities() {
  const before = inUse();
  const made = items(count);
  const bytes = (inUse() - before) / count;
  return [bytes, made.reduce((sum, item) => sum + item.price, 0)];
}

function observers() {
  let sum = 0;
  const heard = (price) => (sum += price);
  const sources = Array.from({ length: count }, (_, i) => new Source(i % 1000));
  const nodes = new Array(count);
  const before = inUse();
  for (let i = 0; i < count; i++) {
    const source = sources[i];
    nodes[i] = new Observer(() => source.get(), heard);
  }
  const bytes = (inUse() - before) / count;
  sources.forEach((source, i) => source.set(i));
  flush();
  // The first thousand sources have their values already, so that their observers are not called.
  return [bytes, nodes.length === count ? sum : -1];
}

console.log("entity", ...entities());
console.log("observer", ...observers());
