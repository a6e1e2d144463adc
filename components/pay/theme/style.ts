import type { Theme } from "@/components/pay/theme/theme";
import type { Scheme } from "@/components/pay/theme/tones";

const VARIABLE = /^[a-z-]+$/;
const VALUE = /^#[0-9a-f]{6}$/;

/**
 * The style sheet of a theme, in both schemes or in the one that was chosen. Names and colours are checked once more where they become CSS, whoever made them:
 * throws rather than write anything else.
 */
export function styleOf({ light, dark }: Record<Scheme, Theme>, chosen?: Scheme): string {
  // Stronger than the page's own `:root:not([data-theme="light"])`, wherever the two stand.
  if (chosen) return `:root:root:root{${block(chosen === "dark" ? dark : light)}}`;
  return `:root:root:root{${block(light)}}@media (prefers-color-scheme:dark){:root:root:root{${block(dark)}}}`;
}

function block(theme: Theme): string {
  return Object.entries(theme)
    .map(([name, value]) => {
      if (!VARIABLE.test(name) || !VALUE.test(value)) throw new Error(`${name} is not a colour`);
      return `--${name}:${value}`;
    })
    .join(";");
}
