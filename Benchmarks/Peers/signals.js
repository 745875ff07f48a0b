// A minimal signals library: a signal is a function that returns or sets its value. A write marks its dependents, a
// read updates them. Links between sources and readers are in read order, and a run that reads the same sources creates
// none.

let reader = null;
let queue = [];
let depth = 0;

function track(source) {
  const next = reader.last ? reader.last.nextSource : reader.first;
  if (next && next.source === source) {
    reader.last = next;
    return;
  }
  const link = { source, reader, nextSource: next, nextReader: null, previousReader: source.lastReader };
  if (source.lastReader) source.lastReader.nextReader = link;
  else source.firstReader = link;
  source.lastReader = link;
  if (reader.last) reader.last.nextSource = link;
  else reader.first = link;
  reader.last = link;
}

function drop(link) {
  for (; link; link = link.nextSource) {
    const { source, nextReader, previousReader } = link;
    if (nextReader) nextReader.previousReader = previousReader;
    else source.lastReader = previousReader;
    if (previousReader) previousReader.nextReader = nextReader;
    else source.firstReader = nextReader;
  }
}

function mark(source) {
  for (let link = source.firstReader; link; link = link.nextReader) {
    const node = link.reader;
    if (node.isStale) continue;
    node.isStale = true;
    if (node.isEffect) queue.push(node);
    else mark(node);
  }
}

function runTracked(node) {
  const outer = reader;
  reader = node;
  node.last = null;
  node.isStale = false;
  try {
    return node.compute();
  } finally {
    drop(node.last ? node.last.nextSource : node.first);
    if (node.last) node.last.nextSource = null;
    else node.first = null;
    reader = outer;
  }
}

function flush() {
  while (queue.length) {
    const effects = queue;
    queue = [];
    for (const effect of effects) runTracked(effect);
  }
}

function makeNode(compute, isEffect) {
  return {
    compute, value: undefined, first: null, last: null, firstReader: null, lastReader: null, isStale: true, isEffect,
  };
}

exports.signal = (value) => {
  const source = { value, firstReader: null, lastReader: null };
  return (...written) => {
    if (written.length === 0) {
      if (reader) track(source);
      return source.value;
    }
    if (source.value === written[0]) return;
    source.value = written[0];
    if (source.firstReader) mark(source);
    if (depth === 0) flush();
  };
};

exports.computed = (compute) => {
  const node = makeNode(compute, false);
  return () => {
    if (node.isStale) node.value = runTracked(node);
    if (reader) track(node);
    return node.value;
  };
};

exports.effect = (compute) => {
  runTracked(makeNode(compute, true));
};

exports.transaction = (work) => {
  depth++;
  try {
    work();
  } finally {
    if (--depth === 0) flush();
  }
};
