import Negotiator from "negotiator";
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "@/components/i18n/locales";

/** Carries the choice from the proxy to the layout and the pages, which cannot see the query. */
export const LOCALE_HEADER = "x-page-locale";

/** Longer lists are cut: no browser sends them. */
const MAX_HEADER = 300;

/** Pages that speak every language; the others are English. */
const TRANSLATED = /^\/(?:pay|request|onboarding)(?:\/|$)/;

/** What a browser says about languages, wish by wish, the strongest first. */
export interface LocaleWishes {
  parameter: string | null;
  cookie: string | undefined;
  acceptLanguage: string | null;
}

/** The language of a page: `?lang=`, then the cookie, then the browser's own list, then English. */
export function chooseLocale(pathname: string, wishes: LocaleWishes): Locale {
  if (!TRANSLATED.test(pathname)) return DEFAULT_LOCALE;
  if (isLocale(wishes.parameter)) return wishes.parameter;
  if (isLocale(wishes.cookie)) return wishes.cookie;
  const header = wishes.acceptLanguage?.slice(0, MAX_HEADER);
  if (!header) return DEFAULT_LOCALE;
  const best = new Negotiator({ headers: { "accept-language": header } }).language([...LOCALES]);
  return isLocale(best) ? best : DEFAULT_LOCALE;
}
