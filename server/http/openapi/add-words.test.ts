import { describe, expect, test } from "vitest";
import { apiRoutes } from "@/app/api-routes";
import description from "@/public/openapi.json";
import { addWords, withoutWords } from "@/server/http/openapi/add-words";
import { COMMON_WORDS } from "@/server/http/openapi/common-words";
import type { JsonSchema, OpenApi } from "@/server/http/openapi/document";
import { describeApi } from "@/server/http/openapi/openapi";
import { EVENTS } from "@/server/webhooks/announcing/events";

// TypeScript cannot see through JSON that the file is what `npm run openapi` wrote.
const published = description as unknown as OpenApi;

describe("words for every field", () => {
  test("every field and parameter of the published description has words, those of all events too", () => {
    expect(Object.keys(published.paths).length).toBeGreaterThan(90);
    expect(Object.keys(published.webhooks)).toEqual(Object.keys(EVENTS));
    expect(withoutWords(published)).toEqual([]);
  });

  test("no common words are left over", () => {
    const heard = new Set<string>();
    addWords(describeApi(apiRoutes), (name) => heard.add(name));
    expect(Object.keys(COMMON_WORDS).filter((name) => !heard.has(name))).toEqual([]);
  });

  test("a schema's own words win over those of its name", () => {
    const entry: JsonSchema = { properties: { nonce: {}, token: { description: "own" } } };
    const components = { ...published.components, schemas: { Entry: entry } };
    const api = addWords({ ...published, paths: {}, webhooks: {}, components });
    expect(api.components.schemas.Entry?.properties).toEqual({
      nonce: { description: COMMON_WORDS.nonce },
      token: { description: "own" },
    });
  });
});
