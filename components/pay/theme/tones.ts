import type { Hex } from "@/components/pay/theme/color";

export type Scheme = "light" | "dark";
export const TONES = ["positive", "warning", "danger", "info"] as const;
export type Tone = (typeof TONES)[number];

/** What a state looks like on the page as we drew it (`app/globals.css`); a theme moves it until it is readable. */
export const TONE_COLORS: Record<Scheme, Record<Tone | `${Tone}-soft`, Hex>> = {
  light: {
    positive: "#17633a",
    "positive-soft": "#e5f2ea",
    warning: "#84480a",
    "warning-soft": "#fbf0dc",
    danger: "#a3261f",
    "danger-soft": "#fbe9e7",
    info: "#1f5990",
    "info-soft": "#e5eef8",
  },
  dark: {
    positive: "#83d6a0",
    "positive-soft": "#16301f",
    warning: "#ebba68",
    "warning-soft": "#33280f",
    danger: "#f49a92",
    "danger-soft": "#3a1a17",
    info: "#94c5f3",
    "info-soft": "#152a3f",
  },
};
