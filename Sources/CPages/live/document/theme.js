// The theme of the application as variables of CSS. Its colors are changed where a text could not be read.

import { contrast, mix, onColor, readable } from "./color.js";

/** The variables of a theme. */
export function variables(theme) {
  const { backgroundColor: background, cellColor: cell, groupedBackgroundColor: page, textColor: text } = theme;
  // Cells that cannot be told from the page get an edge.
  const ink = readable(text, [cell, page, background], 7);
  const field = mix(cell, ink, theme.isDark ? 0.14 : 0.06);
  const grounds = [cell, page, field];
  const tint = readable(theme.tintColor, grounds);
  const bar = (color) => readable(theme.tintColor, [color, mix(color, ink, 0.06)]);
  const barText = (color) => readable(text, [color], 7);
  const line = (color, ground) => (contrast(color, ground) > 3 ? mix(ground, color, 0.25) : color);
  const selected = mix(cell, theme.accentColor, 0.55);
  const active = contrast(theme.activeColor, cell) >= 3 ? theme.activeColor : readable(theme.activeColor, [cell], 3);
  return {
    "--page": page, "--cell": cell, "--background": background, "--text": ink, "--field": field,
    "--muted": readable(mix(ink, cell, 0.38), [...grounds, selected]),
    "--placeholder": readable(theme.placeholderColor, grounds),
    "--tint": tint, "--on-tint": onColor(tint), "--tint-soft": mix(cell, tint, theme.isDark ? 0.2 : 0.1),
    "--on-tint-soft": readable(tint, [mix(cell, tint, theme.isDark ? 0.2 : 0.1)]),
    "--line": mix(cell, ink, theme.isDark ? 0.22 : 0.13), "--edge": readable(mix(cell, ink, 0.3), [cell, field], 3),
    "--hover": mix(cell, ink, theme.isDark ? 0.1 : 0.04), "--press": mix(cell, ink, theme.isDark ? 0.18 : 0.09),
    "--selected": selected, "--on-selected": readable(text, [selected], 7),
    "--active": active, "--on-active": contrast("#ffffff", active) >= 3 ? "#ffffff"
      : "#111111",
    "--nav": theme.navBarColor, "--nav-line": line(theme.navBarLineColor, theme.navBarColor),
    "--nav-tint": bar(theme.navBarColor),
    "--nav-text": barText(theme.navBarColor), "--nav-hover": mix(theme.navBarColor, ink, 0.06),
    "--nav-muted": readable(mix(ink, theme.navBarColor, 0.38), [theme.navBarColor]),
    "--tab": theme.tabBarColor, "--tab-line": line(theme.tabBarLineColor, theme.tabBarColor),
    "--tab-tint": bar(theme.tabBarColor),
    "--tab-muted": readable(mix(ink, theme.tabBarColor, 0.38), [theme.tabBarColor, mix(theme.tabBarColor, ink, 0.06)]),
    "--tab-hover": mix(theme.tabBarColor, ink, 0.06),
    "--tool": theme.toolBarColor, "--tool-line": line(theme.toolBarLineColor, theme.toolBarColor),
    "--tool-tint": bar(theme.toolBarColor),
    "--tool-hover": mix(theme.toolBarColor, ink, 0.06),
    "--danger": readable("#d70015", grounds), "--danger-ground": "#c9152a", "--on-danger": "#ffffff",
    "--good": readable("#1b7f3b", grounds),
    "--quick-ground": theme.isDark ? "#2a66c8" : "#1f5fc4",
    "--shadow": theme.isDark ? "rgb(0 0 0 / 60%)" : "rgb(15 20 40 / 16%)",
  };
}

let shown = null;

/** Gives the document the colors of a theme. */
export function useTheme(theme) {
  if (!theme || theme === shown) return;
  shown = theme;
  const root = document.documentElement;
  root.style.setProperty("color-scheme", theme.isDark ? "dark" : "light");
  root.dataset.theme = theme.isDark ? "dark" : "light";
  for (const [name, value] of Object.entries(variables(theme))) root.style.setProperty(name, value);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme.navBarColor);
}

/** A color that a script has chosen, as a text on cells. */
export function inkOf(color, theme) {
  const page = theme.groupedBackgroundColor;
  return readable(color, [theme.cellColor, page]);
}
