// Writing a property with observers, with okit's algorithm.

const { run } = require("./bench.js");
const { Source, Observer, flush } = require("./graph.js");

function observed(entities, observers) {
  let sum = 0;
  let number = 0;
  const sources = Array.from({ length: entities }, (_, i) => new Source(i % 1000));
  const nodes = [];
  for (const source of sources) {
    for (let k = 0; k < observers; k++) nodes.push(new Observer(() => source.get(), (price) => (sum += price)));
  }
  return (rounds) => {
    sum = 0;
    number++;
    const step = 7919 % entities;
    let index = 0;
    for (let round = 0; round < rounds; round++) {
      sources[index].set(1000 * number + round);
      flush();
      index += step;
      if (index >= entities) index -= entities;
    }
    return sum;
  };
}

function measure(name, entities, observers, rounds) {
  const work = observed(entities, observers);
  const result = work(10);
  let first = true;
  run(name, rounds, () => {
    const sum = work(rounds);
    const answer = first ? result : sum;
    first = false;
    return answer;
  });
}

measure("run1", 1, 1, 100000);
measure("run10", 1, 10, 20000);
measure("run1000", 1, 1000, 100);
measure("one100k", 100000, 1, 100000);
