import { describe, expect, test } from "vitest";
import { receivedUrl } from "@/server/http/front-door/received-url";

describe("a target is what a URL parser makes of it", () => {
  test.each([
    "/v2/request",
    "/v2/request?limit=1&cursor=a/../b",
    "/v2/../docs",
    "/v2/a/./b",
    "/v2/a/%2e%2e/b",
    "/v2/%2E/b",
    "/v2/..",
    "/v2/x..y/...",
    "/v2/a b",
    "/v2/ä",
    "/v2/a?b=\\c",
    "/v2/a#b?c",
    '/v2/"a"',
    "/v2/{a}|b",
  ])("%s", (target) => {
    for (const host of [
      "api.example",
      "api.example:8080",
      "localhost:3000",
      "127.0.0.1:80",
      "API.example",
      "[::1]:3000",
    ]) {
      expect(receivedUrl(host, target).replace("http://api.example/", "http://h/")).toBe(
        new URL(`http://${host}${target}`).href.replace("http://api.example/", "http://h/"),
      );
    }
  });
});

describe("no host", () => {
  test.each([undefined, "", "a/../b@c", "user@host", "a?b", "a#b", "a b", "a\\b", "a:b:c", "a/", "%61"])(
    "%j",
    (host) => {
      expect(() => receivedUrl(host, "/v2/request")).toThrow(TypeError);
    },
  );
});

test("a backslash in the path is no slash", () => {
  expect(() => receivedUrl("h", "/v2\\request")).toThrow(TypeError);
});
