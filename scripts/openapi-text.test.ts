import { expect, test } from "vitest";
import { openApiText } from "./openapi-text";

test("is the same description in fewer lines", () => {
  const long = "x".repeat(200);
  const api = {
    openapi: "3.1.0",
    paths: {
      "/v2/x": {
        get: {
          summary: long,
          absent: undefined,
          responses: { "200": { content: { deep: [long, { long }] } } },
        },
      },
    },
    tags: [{ name: "short" }],
    list: [long, "second"],
  };
  const text = openApiText(api);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(api)));
  const answer = JSON.stringify(api.paths["/v2/x"].get.responses["200"]);
  expect(text.split("\n")).toContain(`     "200": ${answer}`);
  expect(text.split("\n")).toContain(' "tags": [{"name":"short"}],');
});
