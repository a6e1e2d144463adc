import type { IncomingMessage } from "node:http";
import { serverTranslator } from "@/components/i18n/catalogue";
import { chooseLocale } from "@/components/i18n/choose-locale";
import { directionOf, LOCALE_COOKIE, LOCALE_PARAMETER } from "@/components/i18n/locales";

/**
 * What a reader sees whose network asked for too many pages: plain HTML without scripts, in the reader's language,
 * which loads the asked page again after `retryAfterSeconds`.
 */
export async function busyPage(
  { url = "/", headers }: IncomingMessage,
  retryAfterSeconds: number,
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
    `<meta http-equiv="refresh" content="${retryAfterSeconds}">`,
    `<title>${t("busy.title")}</title></head><body><main><h1>${t("busy.title")}</h1>`,
    `<p>${t("busy.text", { seconds: retryAfterSeconds })}</p></main></body></html>\n`,
  ].join("");
}
