import { type Hex, hexOf, linear, type Rgb, rgbOf } from "@/components/pay/theme/color";

/** A colour as one sees it: lightness 0 to 1, chroma from 0 (grey) to about 0.37, hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

const GAMUT_STEPS = 10;

// The matrices are those of the definition of OKLab (Björn Ottosson, 2020).
export function oklchOf(hex: Hex): Oklch {
  const [r, g, b] = rgbOf(hex).map(linear);
  if (r === undefined || g === undefined || b === undefined) throw new Error("a colour has three channels");
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const green = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const yellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(green, yellow),
    h: Math.atan2(yellow, green),
  };
}

/** The nearest colour a screen can show: where a chroma cannot be shown at this lightness, less of it. */
export function hexOfOklch({ l, c, h }: Oklch): Hex {
  const lightness = Math.min(1, Math.max(0, l));
  const whole = rgbOfOklch({ l: lightness, c, h });
  if (isShown(whole)) return hexOf(whole);
  let [shown, tooMuch] = [0, c];
  for (let step = 0; step < GAMUT_STEPS; step++) {
    const middle = (shown + tooMuch) / 2;
    if (isShown(rgbOfOklch({ l: lightness, c: middle, h }))) shown = middle;
    else tooMuch = middle;
  }
  return hexOf(rgbOfOklch({ l: lightness, c: shown, h }));
}

function rgbOfOklch({ l, c, h }: Oklch): Rgb {
  const [green, yellow] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * green + 0.2158037573 * yellow) ** 3;
  const medium = (l - 0.1055613458 * green - 0.0638541728 * yellow) ** 3;
  const short = (l - 0.0894841775 * green - 1.291485548 * yellow) ** 3;
  return [
    stored(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    stored(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    stored(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function stored(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function isShown(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}
