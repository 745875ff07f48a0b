// What a browser tab keeps while the page is reloaded: the token and its window. Another tab does not see it.

const KEYS = { token: "okit.token", window: "okit.window", epoch: "okit.epoch", seq: "okit.seq" };

export const tab = {
  get token() { return read(KEYS.token); },
  get window() { return read(KEYS.window) || undefined; },
  get epoch() { return read(KEYS.epoch) || undefined; },
  /** The number of the last action that was sent. */
  get seq() { return Number(read(KEYS.seq)) || 0; },

  set seq(seq) { write(KEYS.seq, String(seq)); },

  /** Keeps the window that the server has given the tab. */
  keep(epoch, window) {
    if (epoch !== tab.epoch || window !== tab.window) tab.seq = 0;
    write(KEYS.epoch, epoch);
    write(KEYS.window, window);
  },
};

/** Moves the token from the fragment, where the person or a program sees it, into the storage of the tab. */
export function takeToken() {
  const token = location.hash.slice(1);
  if (token) {
    write(KEYS.token, token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return tab.token;
}

export function read(key) {
  try { return sessionStorage.getItem(key); } catch { return null; }
}

/** A full or a forbidden storage: the page works until it is reloaded. */
export function write(key, value) {
  try { sessionStorage.setItem(key, value); } catch { return; }
}
