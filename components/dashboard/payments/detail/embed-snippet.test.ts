import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { embedSnippet } from "./embed-snippet";

test("is what the guide puts into a page, and the guide's block is run in a browser", () => {
  const guide = readFileSync("docs/guides/embed.md", "utf8");
  const snippet = embedSnippet("https://pay.example/pay?token=TOKEN", "TOKEN");
  expect(guide).toContain(snippet.replace(">Pay<", ">Pay 25 USDC<"));
});

test("nothing of an address ends its quotes", () => {
  const snippet = embedSnippet('https://pay.example/pay?token=T&lang=en#"><script>', 'T"><img src=x>');
  expect(snippet).toContain("?token=T&amp;lang=en");
  expect(snippet).not.toMatch(/"><script>|"><img/);
});
