import { headers } from "next/headers";
import { LOCALE_HEADER } from "@/components/i18n/choose-locale";
import { DEFAULT_LOCALE, isLocale, type Locale } from "@/components/i18n/locales";

/** The language of the page that is being rendered, as `proxy.next.ts` chose it. Server components only. */
export async function requestLocale(): Promise<Locale> {
  const chosen = (await headers()).get(LOCALE_HEADER);
  return isLocale(chosen) ? chosen : DEFAULT_LOCALE;
}
