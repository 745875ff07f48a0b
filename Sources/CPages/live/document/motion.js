// The motion from one screen to the next. Without motion, for people who prefer that, the next screen is only there.

/** Where a screen comes from, in points from its place; the first number is mirrored from right to left. */
const MOTIONS = { push: [28, 0], pop: [-28, 0], present: [0, 40], dismiss: [0, -8], replace: [0, 0] };

export function motion(element, name) {
  if (!element || !MOTIONS[name] || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [x, y] = MOTIONS[name];
  const side = document.documentElement.dir === "rtl" ? -x : x;
  element.animate({ opacity: [0, 1], translate: [`${side}px ${y}px`, "0 0"] },
    { duration: 190, easing: "cubic-bezier(.2,.7,.2,1)" });
}
