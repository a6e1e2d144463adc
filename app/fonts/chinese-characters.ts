import { formatMoment } from "@/components/i18n/format-moment";
import { LOCALE_NAMES } from "@/components/i18n/locales";
import { zh } from "@/messages/zh";

/** Signs that Latin typefaces do not have, from the Chinese comma to the last of the full-width forms. */
const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/gu;

/** Those in the name of the language, which every page shows. */
export const NAME_CHARACTERS = charactersIn(LOCALE_NAMES.zh);

/** A time as pages write it. */
const MOMENT = formatMoment("2031-04-27T16:29:00.000Z", "zh", "UTC");

/** All others that a Chinese page of ours shows. */
export const PAGE_CHARACTERS = charactersIn(JSON.stringify(zh) + MOMENT).filter(
  (character) => !NAME_CHARACTERS.includes(character),
);

function charactersIn(text: string): string[] {
  return [...new Set(text.match(CHINESE) ?? [])].toSorted();
}
