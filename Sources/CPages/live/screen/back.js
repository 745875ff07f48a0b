// The browser's Back is the application's. Each open screen has an entry in the history; where the application asks
// before it leaves, the entry comes back.

export class Back {
  /** The open screens that `back` leads through, by instance. */
  stack = [];
  #goBack;
  #isOwn = 0;
  #isAsking = false;
  #isCovered = false;

  /** @param goBack Leaves what is topmost; the promise ends when the application has answered. */
  constructor(goBack) {
    this.#goBack = goBack;
    if (history.state?.depth === undefined) history.replaceState({ depth: 0 }, "");
    addEventListener("popstate", (event) => this.#moved(event.state?.depth ?? 0));
  }

  /** Follows a new screen. */
  follow(instance, canGoBack, motion) {
    const known = this.stack.indexOf(instance);
    if (!canGoBack) this.stack = [instance];
    else if (known >= 0) this.stack.length = known + 1;
    else {
      if (["replace", "pop", "dismiss"].includes(motion)) this.stack.pop();
      // After a reload of the page, and in another tab of the application, the screens below are not known.
      this.stack.push(...(this.stack.length ? [] : [null]), instance);
    }
    if (!this.#isAsking) this.#sync();
  }

  /** A reload of the script gives the same screen another instance. */
  rename(from, to) { this.stack = this.stack.map((instance) => (instance === from ? to : instance)); }

  /** A dialog covers the screen, or does not any more: it has an entry where no screen is below. */
  cover(isCovered) {
    this.#isCovered = isCovered;
    if (this.stack.length && !this.#isAsking) this.#sync();
  }

  /** The number of the entry on which the page has to be. */
  get #wanted() { return Math.max(this.stack.length - 1, this.#isCovered ? 1 : 0); }

  get #depth() { return history.state?.depth ?? 0; }

  #sync() {
    const depth = this.#wanted;
    if (this.#isOwn) return;
    while (this.#depth < depth) history.pushState({ depth: this.#depth + 1 }, "");
    if (this.#depth > depth) this.#go(depth - this.#depth);
  }

  #go(steps) {
    this.#isOwn++;
    history.go(steps);
  }

  async #moved(depth) {
    if (this.#isOwn) {
      this.#isOwn--;
      return this.#sync();
    }
    if (depth === this.#wanted || this.#isAsking) return;
    if (depth < this.#wanted) {
      this.#isAsking = true;
      await this.#goBack();
      this.#isAsking = false;
    }
    const wanted = this.#wanted;
    // The entry of a screen that stays open is still ahead.
    if (this.#depth < wanted) this.#go(wanted - this.#depth);
    else this.#sync();
  }
}
