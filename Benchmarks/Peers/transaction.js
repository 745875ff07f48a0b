// 100,000 writes in one transaction, with an observer of their sum.

const { run } = require("./bench.js");
const { signal, computed, effect, transaction } = require("./signals.js");

const count = 100000;
const prices = Array.from({ length: count }, (_, i) => signal(i % 1000));
const sum = computed(() => {
  let sum = 0;
  for (const price of prices) sum += price();
  return sum;
});
let heard = 0;
effect(() => {
  heard = sum();
});

let number = 0;
run(
  "sum",
  1,
  () => {
    number++;
    transaction(() => {
      for (let i = 0; i < count; i++) prices[i]((i * 31 + number) % 100003);
    });
    return heard;
  },
  { unit: "ms" },
);
