// The motion from one screen to the next. Without motion, for people who prefer that, the next screen is only there.

const MOTIONS = {
  push: { opacity: [0, 1], transform: ["translateX(28px)", "none"] },
  pop: { opacity: [0, 1], transform: ["translateX(-28px)", "none"] },
  present: { opacity: [0, 1], transform: ["translateY(40px)", "none"] },
  dismiss: { opacity: [0, 1], transform: ["scale(0.985)", "none"] },
  replace: { opacity: [0, 1] },
};

export function motion(element, name) {
  const frames = MOTIONS[name];
  if (!element || !frames || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const isMirrored = document.documentElement.dir === "rtl" && frames.transform;
  const transform = isMirrored ? frames.transform.map((part) => part.replace("X(-", "X(+").replace("X(28",
    "X(-28").replace("X(+", "X(")) : frames.transform;
  element.animate({ ...frames, ...(transform ? { transform } : {}) },
    { duration: 190, easing: "cubic-bezier(.2,.7,.2,1)" });
}
