import { describe, expect, test } from "vitest";
import description from "@/public/openapi.json";
import type { JsonSchema, OpenApi } from "@/server/http/openapi/document";
import { addWords, LISTS, withoutWords } from "@/server/http/openapi/words/add-words";
import { EVENTS } from "@/server/webhooks/announcing/events";

// TypeScript cannot see through JSON that the file is what `npm run openapi` wrote.
const published = description as unknown as OpenApi;

/** The same without any words. */
function stripped(api: OpenApi): OpenApi {
  return JSON.parse(JSON.stringify(api), (key, value) =>
    key === "description" && typeof value === "string" ? undefined : value,
  );
}

describe("words for every field", () => {
  test("every field and parameter of the published description has words, those of all events too", () => {
    expect(Object.keys(published.paths).length).toBeGreaterThan(90);
    expect(Object.keys(published.webhooks)).toEqual(Object.keys(EVENTS));
    expect(withoutWords(published)).toEqual([]);
    expect(withoutWords(stripped(published)).length).toBeGreaterThan(1_000);
  });

  test("no words are left over, and no name has words in two lists", () => {
    const heard = new Set<string>();
    addWords(stripped(published), (key) => heard.add(key));
    const keys = Object.values(LISTS).flatMap((list) => Object.keys(list));
    expect(keys.filter((key) => !heard.has(key))).toEqual([]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("the nearest place wins, and a schema's own words win over all", () => {
    const entry: JsonSchema = {
      properties: { credential: { properties: { kind: {}, label: { description: "own" } } } },
    };
    const components = { ...published.components, schemas: { RequestLogEntry: entry } };
    const api = addWords({ ...published, paths: {}, webhooks: {}, components });
    expect(api.components.schemas.RequestLogEntry?.properties?.credential?.properties).toEqual({
      kind: { description: "Kind of the credential." },
      label: { description: "own" },
    });
  });
});
