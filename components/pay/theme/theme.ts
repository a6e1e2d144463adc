import { blend, contrast, type Hex, parseColor } from "@/components/pay/theme/color";
import { hexOfOklch, oklchOf } from "@/components/pay/theme/oklch";
import { type Scheme, TONE_COLORS, TONES } from "@/components/pay/theme/tones";
import type { Branding } from "@/server/branding/schema";

/** WCAG 2.2 AA: for text, and for what one has to see to use it. */
const TEXT = 4.5;
const SHAPE = 3;

/** How light a ground is: far enough from the middle that every text has somewhere to go. */
const GROUND_LIGHTNESS = { light: { from: 0.87, to: 1 }, dark: { from: 0.1, to: 0.3 } };
const STEP = 0.01;
/** How much lower what is sunken lies. */
const LOW = 0.03;
/** The most chroma of a ground that is not the merchant's own. */
const TINT = 0.05;

/** The page's own colours where a branding sets only some (OB-01). */
const DEFAULTS = {
  pageBackgroundColor: "#f3f4f6",
  cardBackgroundColor: "#ffffff",
  primaryActionColor: "#00d395",
  primaryTextColor: "#475569",
  secondaryTextColor: "#94a3b8",
} as const satisfies Partial<Record<keyof Branding, Hex>>;

/** Values of the style sheet's variables, by name without `--`. */
export type Theme = Readonly<Record<string, Hex>>;

/**
 * A light and a dark theme from the five colours of a branding (OB-10). Every text has a contrast of at least 4.5
 * on every ground it stands on, edges of controls at least 3: hue and chroma are kept, lightness gives way. Null
 * without any colour: the page looks as we drew it. What is not a colour is as if it were not there.
 */
export function themeOf(branding: Partial<Branding> | null): Record<Scheme, Theme> | null {
  const given = Object.entries(DEFAULTS).map(([name, fallback]) => {
    // The entries are those of the table above.
    const color = parseColor(branding?.[name as keyof typeof DEFAULTS]);
    return { color: color ?? fallback, isSet: color !== null };
  });
  if (!given.some(({ isSet }) => isSet)) return null;
  const [page, card, action, text, secondary] = given.map(({ color }) => color);
  if (!page || !card || !action || !text || !secondary) throw new Error("a branding has five colours");
  const five = { page, card, action, text, secondary };
  return { light: schemeOf("light", five), dark: schemeOf("dark", five) };
}

interface Five {
  page: Hex;
  card: Hex;
  action: Hex;
  text: Hex;
  secondary: Hex;
}

function schemeOf(scheme: Scheme, own: Five): Theme {
  const five = oklchOf(own.card).l > 0.6 === (scheme === "light") ? own : mirrored(scheme, own);
  const { page, card, sunken } = groundsOf(scheme, five);
  const grounds = [page, card, sunken];
  const away = scheme === "light" ? -1 : 1;
  const readable = (color: Hex, isReadable: IsGood) => moved(color, away, isReadable);
  const onGrounds = (color: Hex, least: number, more: readonly Hex[] = []) =>
    [...grounds, ...more].every((ground) => contrast(color, ground) >= least);
  const label: Hex = scheme === "light" ? "#ffffff" : "#000000";
  /** Also as the ground of a label, pressed or not, and as text on a tint of itself. */
  const works = (color: Hex) =>
    onGrounds(
      color,
      TEXT,
      grounds.map((ground) => blend(color, 0.1, ground)),
    ) &&
    [color, ...grounds.map((ground) => blend(color, 0.9, ground))].every(
      (ground) => contrast(label, ground) >= TEXT,
    );

  const action = actionOf(five.action, grounds, readable);

  const tones = TONES.flatMap((tone): [string, Hex][] => {
    const soft = TONE_COLORS[scheme][`${tone}-soft`];
    const color = readable(
      TONE_COLORS[scheme][tone],
      (candidate) => onGrounds(candidate, TEXT, [soft]) && (tone !== "danger" || works(candidate)),
    );
    return [
      [tone, color],
      [`${tone}-soft`, soft],
    ];
  });
  return {
    page,
    card,
    sunken,
    ink: readable(five.text, (color) => onGrounds(color, TEXT)),
    muted: readable(five.secondary, (color) => onGrounds(color, TEXT)),
    line: lighter(card, away * 0.13),
    edge: readable(lighter(card, away * 0.13), (color) => onGrounds(color, SHAPE)),
    accent: readable(five.action, works),
    "accent-ink": label,
    ...action,
    "danger-ink": label,
    ...Object.fromEntries(tones),
  };
}

/**
 * The ground of the one button: as near to the merchant's colour as a black or a white label allows, pressed or not.
 * Where it is too close to the card to be seen, its edge is not.
 */
function actionOf(color: Hex, grounds: readonly Hex[], readable: (color: Hex, isReadable: IsGood) => Hex) {
  const carries = (label: Hex) => (fill: Hex) =>
    [fill, ...grounds.map((ground) => blend(fill, 0.9, ground))].every(
      (ground) => contrast(label, ground) >= TEXT,
    );
  const labels: Hex[] = ["#ffffff", "#000000"];
  const action = readable(color, (fill) => labels.some((label) => carries(label)(fill)));
  const ink = labels.find((label) => carries(label)(action));
  if (!ink) throw new Error(`no label is readable on ${action}`);
  const edge = readable(action, (line) => grounds.every((ground) => contrast(line, ground) >= SHAPE));
  return { action, "action-ink": ink, "action-edge": edge };
}

/** Page, card, and what lies a little lower than both. */
function groundsOf(scheme: Scheme, five: Five) {
  const { from, to } = GROUND_LIGHTNESS[scheme];
  const within = (color: Hex) => {
    const seen = oklchOf(color);
    const l = Math.min(to, Math.max(from + LOW, seen.l));
    // A strong colour becomes a tint of itself: text has to stand out, not the ground.
    return l === seen.l ? color : hexOfOklch({ ...seen, l, c: Math.min(seen.c, TINT) });
  };
  const [page, card] = [within(five.page), within(five.card)];
  const lowest = oklchOf(page).l < oklchOf(card).l ? page : card;
  return { page, card, sunken: lighter(lowest, -LOW) };
}

/** The same colours for the other scheme: card above page as it was, dark text as light text. */
function mirrored(scheme: Scheme, five: Five): Five {
  const top = scheme === "light" ? 1 : 0.24;
  const highest = Math.max(oklchOf(five.page).l, oklchOf(five.card).l);
  const ground = (color: Hex) => {
    const { l, c, h } = oklchOf(color);
    return hexOfOklch({ l: top - Math.min(highest - l, 0.1), c: Math.min(c, TINT / 2), h });
  };
  const text = (color: Hex) => {
    const { l, c, h } = oklchOf(color);
    return hexOfOklch({ l: scheme === "light" ? 1.13 - l : 0.97 - l * 0.28, c: Math.min(c, TINT), h });
  };
  return {
    page: ground(five.page),
    card: ground(five.card),
    action: five.action,
    text: text(five.text),
    secondary: text(five.secondary),
  };
}

function lighter(color: Hex, by: number): Hex {
  const seen = oklchOf(color);
  return hexOfOklch({ ...seen, l: seen.l + by });
}

type IsGood = (candidate: Hex) => boolean;

/** The nearest lightness in one direction at which a colour does what it has to; black or white at the end. */
function moved(color: Hex, direction: 1 | -1, isGood: IsGood): Hex {
  const seen = oklchOf(color);
  let candidate = color;
  for (let l = seen.l; !isGood(candidate); l += direction * STEP) {
    if (l < -STEP || l > 1 + STEP) throw new Error(`no lightness of ${color} is readable`);
    candidate = hexOfOklch({ ...seen, l });
  }
  return candidate;
}
