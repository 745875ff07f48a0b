// okit's dependency graph: sources and nodes linked by edges, nodes that are clean, maybe stale or stale, a queue for
// the end of the turn, dependencies recorded in each run.

const [CLEAN, STALE] = [0, 2];
let running = null;
let runs = 0;
let scheduled = [];
let serial = 0;

class Edge {
  constructor(source, node) {
    this.source = source;
    this.node = node;
    this.nextOfNode = null;
    this.nextOfSource = source.first;
    this.previousOfSource = null;
  }
}

class Source {
  constructor(value) {
    this.value = value;
    this.first = null;
    this.lastRun = 0;
  }

  get() {
    if (running && this.lastRun !== runs) {
      this.lastRun = runs;
      const edge = new Edge(this, running);
      if (this.first) this.first.previousOfSource = edge;
      this.first = edge;
      if (running.last) running.last.nextOfNode = edge;
      else running.first = edge;
      running.last = edge;
    }
    return this.value;
  }

  set(value) {
    if (this.value === value) return;
    this.value = value;
    for (let edge = this.first; edge; edge = edge.nextOfSource) edge.node.wake();
  }
}

class Observer {
  constructor(compute, handler) {
    this.compute = compute;
    this.handler = handler;
    this.first = this.last = null;
    this.state = STALE;
    this.serial = serial++;
    this.isScheduled = false;
    this.value = this.evaluate();
  }

  wake() {
    this.state = STALE;
    if (this.isScheduled) return;
    this.isScheduled = true;
    scheduled.push(this);
  }

  evaluate() {
    for (let edge = this.first; edge; edge = edge.nextOfNode) {
      if (edge.previousOfSource) edge.previousOfSource.nextOfSource = edge.nextOfSource;
      else edge.source.first = edge.nextOfSource;
      if (edge.nextOfSource) edge.nextOfSource.previousOfSource = edge.previousOfSource;
    }
    this.first = this.last = null;
    this.state = CLEAN;
    runs++;
    const outer = running;
    running = this;
    const value = this.compute();
    running = outer;
    return value;
  }

  update() {
    if (this.state === CLEAN) return;
    const old = this.value;
    const value = this.evaluate();
    if (value === old) return;
    this.value = value;
    this.handler(value, old);
  }
}

function flush() {
  while (scheduled.length) {
    const round = scheduled.sort((a, b) => a.serial - b.serial);
    scheduled = [];
    for (const node of round) {
      node.isScheduled = false;
      node.update();
    }
  }
}

module.exports = { Source, Observer, flush };
