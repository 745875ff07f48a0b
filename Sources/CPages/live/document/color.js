// Colors, and the contrast between them as WCAG 2.2 defines it.

const LEAST = 4.5;

/** The parts of `#rrggbb`, each from 0 to 255. */
export function parse(hex) {
  const number = /^#[0-9a-f]{6}$/i.test(hex || "") ? parseInt(hex.slice(1), 16) : 0;
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export function format(parts) {
  return "#" + parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
}

/** A share of the second color in the first one. */
export function mix(first, second, share) {
  const [a, b] = [parse(first), parse(second)];
  return format(a.map((part, index) => part + (b[index] - part) * share));
}

function luminance(hex) {
  const [red, green, blue] = parse(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(first, second) {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever can be read better on a color. */
export function onColor(hex) { return contrast("#ffffff", hex) >= contrast("#000000", hex) ? "#ffffff" : "#000000"; }

/** The color, mixed with black or white until it can be read on each of the grounds. */
export function readable(color, grounds, least = LEAST) {
  const isReadable = (candidate) => grounds.every((ground) => contrast(candidate, ground) >= least);
  if (isReadable(color)) return color;
  const target = onColor(grounds[0]);
  for (let step = 1; step <= 20; step++) {
    const candidate = mix(color, target, step / 20);
    if (isReadable(candidate)) return candidate;
  }
  return target;
}
