// JSON Patch (RFC 6902). Values that a patch leaves alone are shared with the original.

function pointerKeys(pointer) {
  return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(value, keys) {
  return keys.reduce((part, key) => (part === null || part === undefined ? undefined : part[key]), value);
}

/** A copy of a value where `change(container, key)` has changed the container that the keys lead to. */
function changedAt(value, keys, change) {
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  if (keys.length === 1) change(copy, keys[0]);
  else copy[keys[0]] = changedAt(value[keys[0]], keys.slice(1), change);
  return copy;
}

function insert(container, key, value) {
  if (!Array.isArray(container)) container[key] = value;
  else if (key === "-") container.push(value);
  else container.splice(Number(key), 0, value);
}

function applyPatch(value, patch) {
  for (const step of patch) {
    const keys = pointerKeys(step.path);
    const put = (added) => {
      value = keys.length ? changedAt(value, keys, (container, key) => insert(container, key, added)) : added;
    };
    const remove = (keys) => {
      value = changedAt(value, keys, (container, key) => {
        if (Array.isArray(container)) container.splice(Number(key), 1); else delete container[key];
      });
    };
    if (step.op === "add") put(step.value);
    else if (step.op === "remove") remove(keys);
    else if (step.op === "replace") {
      value = keys.length ? changedAt(value, keys, (container, key) => { container[key] = step.value; }) : step.value;
    } else if (step.op === "copy") put(valueAt(value, pointerKeys(step.from)));
    else if (step.op === "move") {
      const moved = valueAt(value, pointerKeys(step.from));
      remove(pointerKeys(step.from));
      put(moved);
    }
  }
  return value;
}
