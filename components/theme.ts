/** Colours of the dashboard and the reference: as the system has them, unless somebody chose. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Kept in the browser, so that the server writes the first view in the right colours already. */
export const THEME_COOKIE = "quittance_theme";
/** How a shop's page says which colours it has itself, to what it shows in a frame. */
export const THEME_PARAMETER = "theme";
/** How `proxy.next.ts` hands the choice to the page. The system's on payer pages, but for those in a shop's frame. */
export const THEME_HEADER = "x-page-theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What a cookie or header says; anything unknown is the system's choice. */
export function themeOf(value: string | null | undefined): Theme {
  return THEMES.find((one) => one === value) ?? "system";
}

/** The value of `data-theme` on the page; none follows the system. */
export function themeAttribute(theme: Theme): "light" | "dark" | undefined {
  return theme === "system" ? undefined : theme;
}

/** The cookie that keeps the choice, as a page writes it. */
export function themeCookie(theme: Theme, isSecure: boolean): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
