// The peak memory of a process that loads the document of 100,000 entities, with an index by id.

const { readFileSync } = require("fs");

const { items } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const index = new Map(items.map((item) => [item.id, item]));
const sum = items.reduce((sum, item) => sum + item.price, 0);
const [, peak] = /VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"));
console.log("peak", (Number(peak) * 1024) / 1e6, index.size === items.length ? sum : -1);
