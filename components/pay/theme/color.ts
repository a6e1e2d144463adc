/** `#` and six lower-case hexadecimal digits; the only form in which a colour reaches a style sheet. */
export type Hex = `#${string}`;

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const LONG = /^#[0-9a-f]{6}$/i;

/** Reads three or six hexadecimal digits (OB-01); null for everything else. */
export function parseColor(text: string | null | undefined): Hex | null {
  if (typeof text !== "string") return null;
  const [, r, g, b] = SHORT.exec(text) ?? [];
  const digits = r && g && b ? r + r + g + g + b + b : LONG.test(text) ? text.slice(1) : null;
  return digits === null ? null : `#${digits.toLowerCase()}`;
}

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

export function rgbOf(hex: Hex): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

export function hexOf(rgb: Rgb): Hex {
  const digits = rgb.map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

/** `over` at an opacity from 0 to 1 on `ground`, as a browser paints it. */
export function blend(over: Hex, opacity: number, ground: Hex): Hex {
  const [from, onto] = [rgbOf(over), rgbOf(ground)];
  const at = (index: 0 | 1 | 2) => from[index] * opacity + onto[index] * (1 - opacity);
  return hexOf([at(0), at(1), at(2)]);
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The light linear in intensity, from the way colours are stored. */
export function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** `linear` of the 256 values a channel has: a theme asks some thousand times. */
const LINEAR = Array.from({ length: 256 }, (_, value) => linear(value / 255));

function luminance(hex: Hex): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const light = (shift: number) => LINEAR[(value >> shift) & 255] ?? 0;
  return 0.2126 * light(16) + 0.7152 * light(8) + 0.0722 * light(0);
}
