import type { Locale } from "@/components/i18n/locales";
import { type Translator, translator } from "@/components/i18n/translator";
import { en } from "@/messages/en";
import type { Dictionary, TranslationOf } from "@/messages/message";

/** Every language but the source, loaded when it is asked for. */
export const TRANSLATIONS: Record<Exclude<Locale, "en">, () => Promise<TranslationOf<typeof en>>> = {
  de: async () => (await import("@/messages/de")).de,
  es: async () => (await import("@/messages/es")).es,
  fr: async () => (await import("@/messages/fr")).fr,
  pt: async () => (await import("@/messages/pt")).pt,
  zh: async () => (await import("@/messages/zh")).zh,
  ar: async () => (await import("@/messages/ar")).ar,
};

/**
 * The texts whose keys begin with one of `areas` (`pay` for `pay.…`), for `I18nProvider`: a browser gets one
 * language, and of it what its page needs. What a language lacks is English. Server components only.
 */
export async function messagesOf(locale: Locale, areas: readonly string[]): Promise<Dictionary> {
  const all: Dictionary = locale === "en" ? en : { ...en, ...(await TRANSLATIONS[locale]()) };
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => areas.includes(key.split(".", 1)[0] ?? "")),
  );
}

/** Texts for a server component, all areas. */
export async function serverTranslator(locale: Locale): Promise<Translator> {
  return translator(locale, locale === "en" ? en : { ...en, ...(await TRANSLATIONS[locale]()) });
}
