import type { IncomingMessage } from "node:http";
import { serverTranslator } from "@/components/i18n/catalogue";
import { chooseLocale } from "@/components/i18n/choose-locale";
import { directionOf, LOCALE_COOKIE, LOCALE_PARAMETER } from "@/components/i18n/locales";

/** Plain HTML without scripts, in the reader's language, which loads the asked page again after `retryAfterSeconds`. */
type PlainPage = (request: IncomingMessage, retryAfterSeconds: number) => Promise<string>;

/** What a reader sees whose network asked for too many pages. */
export const busyPage: PlainPage = (request, seconds) =>
  plainPage(request, seconds, { title: "busy.title", text: "busy.text" });

/** What a reader sees while the database is away. */
export const awayPage: PlainPage = (request, seconds) =>
  plainPage(request, seconds, { title: "away.title", text: "away.text" });

async function plainPage(
  { url = "/", headers }: IncomingMessage,
  seconds: number,
  { title, text }: { title: "busy.title" | "away.title"; text: "busy.text" | "away.text" },
): Promise<string> {
  const [path = "/", query] = url.split("?", 2);
  const locale = chooseLocale(path, {
    parameter: new URLSearchParams(query).get(LOCALE_PARAMETER),
    cookie: new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=(\\w+)`).exec(headers.cookie ?? "")?.[1],
    acceptLanguage: headers["accept-language"] ?? null,
  });
  const t = await serverTranslator(locale);
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark">`,
    `<meta http-equiv="refresh" content="${seconds}">`,
    `<title>${t(title)}</title></head><body><main><h1>${t(title)}</h1>`,
    `<p>${t(text, { seconds })}</p></main></body></html>\n`,
  ].join("");
}
