import { describe, expect, test } from "vitest";
import { messagesOf, TRANSLATIONS } from "@/components/i18n/catalogue";
import { en } from "@/messages/en";
import type { Dictionary, Message } from "@/messages/message";
import { readSources } from "@/server/testing/source-files";

const DICTIONARIES = await Promise.all(
  Object.entries(TRANSLATIONS).map(
    async ([locale, load]): Promise<[string, Dictionary]> => [locale, await load()],
  ),
);
const SOURCE: Dictionary = en;

describe.each(DICTIONARIES)("%s", (locale, dictionary) => {
  test("has every text, and no other", () => {
    expect(Object.keys(SOURCE).filter((key) => !(key in dictionary))).toEqual([]);
    expect(Object.keys(dictionary).filter((key) => !(key in SOURCE))).toEqual([]);
  });

  test("asks for the same values as the source", () => {
    const differing = Object.entries(dictionary).filter(
      ([key, message]) => key in SOURCE && String(namesIn(message)) !== String(namesIn(SOURCE[key] ?? "")),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test("has a form for every number a reader meets", () => {
    const needed = categoriesOf(locale);
    const incomplete = Object.entries(dictionary).filter(
      ([, message]) => typeof message !== "string" && needed.some((category) => !(category in message)),
    );
    expect(incomplete.map(([key]) => key)).toEqual([]);
  });

  test("says nothing with an empty text", () => {
    const empty = Object.entries(dictionary).filter(([, message]) => formsOf(message).includes(""));
    expect(empty.map(([key]) => key)).toEqual([]);
  });
});

test("a page gets the texts of its areas, and English where a language lacks one", async () => {
  const messages = await messagesOf("de", ["common"]);
  expect(Object.keys(messages).sort()).toEqual(
    Object.keys(SOURCE)
      .filter((key) => key.startsWith("common."))
      .sort(),
  );
  expect(messages["common.back"]).toBe("Zurück");
});

test("every text is named by something that shows it", () => {
  const shown = readSources(["app", "components", "server", "wallet", "proxy.next.ts"])
    .filter(({ path }) => !path.includes(".test."))
    .map(({ text }) => text)
    .join("\n");
  // As `pay.bridge.${state}`: whatever stands there.
  const made = [...shown.matchAll(/`([\w.]+\.(?:[\w.]|\$\{[^`{}]+\})+)`/g)].map(
    ([, template = ""]) =>
      new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/g, "\\w+")}$`),
  );
  const isMade = (key: string) => made.some((template) => template.test(key));
  const unused = Object.keys(SOURCE).filter((key) => !shown.includes(`"${key}"`) && !isMade(key));
  expect(unused).toEqual([]);
});

function formsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}

/** The placeholders of a text; a form for one number may leave the number out. */
function namesIn(message: Message): string[] {
  const names = formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function categoriesOf(locale: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(locale);
  return [...new Set(Array.from({ length: 1001 }, (_, number) => rules.select(number)))];
}
