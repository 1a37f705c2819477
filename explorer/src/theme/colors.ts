/** Red, green and blue, from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

export const white: Color = [255, 255, 255];
export const black: Color = [0, 0, 0];
/** `--surface` of the dark theme. */
export const darkSurface: Color = [22, 26, 33];

/** Returns the color of `#rgb` or `#rrggbb`. */
export function colorIn(text: string): Color {
  const digits = text.length === 4 ? text.replaceAll(/[\da-f]/gi, '$&$&') : text;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as never;
}

/** Returns a color between two; `share` is that of the second, from 0 to 1. */
export const mixed = (one: Color, other: Color, share: number): Color =>
  one.map((part, at) => Math.round(part * (1 - share) + other[at]! * share)) as never;

/** Returns the ratio of the luminances of two colors, as WCAG defines it: from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** More than the 4.5 of WCAG, since backgrounds differ a little. */
const LEGIBLE = 5.4;

/** Returns the color, changed towards black or white until texts in it are legible. */
export function legible(color: Color, towards: Color, background: Color): string {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const share = shares.find((each) => contrast(mixed(color, towards, each), background) >= LEGIBLE);
  return `rgb(${mixed(color, towards, share ?? 1).join(' ')})`;
}
