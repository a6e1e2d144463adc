import { createElement, Fragment, type ReactNode } from "react";
import { directionOf, intlTag, type Locale } from "@/components/i18n/locales";
import type { MessageKey, NodeArgs, TextArgs } from "@/components/i18n/message";
import type { Dictionary, Message } from "@/messages/message";

const PLACEHOLDER = /\{(\w+)\}/;
/** First strong isolate and its end: keep what stands between from turning its surroundings around. */
const ISOLATE = ["\u2068", "\u2069"] as const;

/** Texts of one language. Typed by the English catalogue: `t("pay.total", { amount })`. */
export interface Translator {
  <K extends MessageKey>(key: K, ...args: TextArgs<K>): string;
  /** The same with elements for values, as `<bdi>` around what a merchant wrote, or a link. */
  rich<K extends MessageKey>(key: K, ...args: NodeArgs<K>): ReactNode;
  readonly locale: Locale;
}

/** Reads texts from a dictionary. A key that is not in it shows as itself, so that it is noticed. */
export function translator(locale: Locale, dictionary: Dictionary): Translator {
  // Made by the first number: on a phone they take as long as everything else a page does before it can be pressed.
  const integers = once(() => new Intl.NumberFormat(intlTag(locale)));
  const plurals = once(() => new Intl.PluralRules(locale));
  const isolates = directionOf(locale) === "rtl";

  const partsOf = (key: string, values: Readonly<Record<string, unknown>> | undefined): unknown[] => {
    const count = values?.count;
    const template = choose(
      dictionary[key] ?? key,
      typeof count === "number" ? plurals().select(count) : "other",
    );
    // Every odd part is the name of a placeholder.
    return template.split(PLACEHOLDER).map((part, index) => {
      if (index % 2 === 0) return part;
      const value = values?.[part];
      return typeof value === "number" ? integers().format(value) : value;
    });
  };

  const text = (key: string, values?: Readonly<Record<string, unknown>>): string =>
    partsOf(key, values)
      .map((part, index) => (isolates && index % 2 === 1 ? ISOLATE.join(String(part)) : String(part)))
      .join("");

  return Object.assign(text, {
    locale,
    rich: (key: string, values?: Readonly<Record<string, unknown>>): ReactNode =>
      // A value is whatever the typed signature let in: an element or a text.
      createElement(Fragment, null, ...(partsOf(key, values) as ReactNode[])),
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function choose(message: Message, category: Intl.LDMLPluralRule): string {
  return typeof message === "string" ? message : (message[category] ?? message.other);
}
