/** The languages we speak, English first: it is the source of every message. */
export const LOCALES = ["en", "de", "es", "fr", "pt", "zh", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** Where a reader says which language they want, and where it is kept. */
export const LOCALE_PARAMETER = "lang";
export const LOCALE_COOKIE = "lang";

/** Each language by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  pt: "Português",
  zh: "中文",
  ar: "العربية",
};

export function isLocale(text: string | null | undefined): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** The direction of writing, for `dir` on the root element. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** The tag for `Intl`: Latin digits everywhere, because amounts are compared with what a wallet shows. */
export function intlTag(locale: Locale): string {
  return `${locale}-u-nu-latn`;
}
