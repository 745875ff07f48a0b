// Measurements in node: the median of the processor time of several runs.

const perUnit = { ns: 1e3, ms: 1e-3 };

function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

// Prints `name value result`: time per operation, and the result of the work.
exports.run = (name, operations, work, { unit = "ns", repeats = 11 } = {}) => {
  let result = work();
  const times = [];
  for (let i = 0; i < repeats; i++) {
    const start = processorTime();
    work();
    times.push(processorTime() - start);
  }
  times.sort((a, b) => a - b);
  console.log(name, (times[repeats >> 1] * perUnit[unit]) / operations, result);
};
