import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import differences from "@/docs/contract-differences.json";
import { repositoryRoot } from "@/repository-root";
import { documentationPages } from "@/scripts/testing/documentation";
import { Differences } from "./differences";
import { addressOf, anchorOf, GUIDES, guidePath } from "./guides";
import { Markdown } from "./markdown";
import { readGuide } from "./read-guide";

const INDEX = "docs/README.md";
const html = (guide: { file: string; section?: string }) =>
  renderToStaticMarkup(<Markdown text={readGuide(guide)} file={guide.file} />);

test("the guides are those of docs/README.md, in its order and words", () => {
  const [, table = ""] =
    /^## Guides\n([\s\S]*?)^## /m.exec(readFileSync(join(repositoryRoot(), INDEX), "utf8")) ?? [];
  expect([...table.matchAll(/^\| (\[.*) \|$/gm)].map(([, row]) => row)).toEqual(
    GUIDES.map(({ file, section, title, about }) => {
      const target = relative(dirname(INDEX), file) + (section ? `#${anchorOf(section)}` : "");
      return `[${title}](${target}) | ${about}`;
    }),
  );
});

test("every page of docs/guides is one", () => {
  const pages = documentationPages().filter((path) => path.startsWith("docs/guides/"));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((path) => !GUIDES.some(({ file }) => file === path))).toEqual([]);
});

describe.each(GUIDES)("$title", (guide) => {
  test("is read whole: every block, and every heading that other guides link to", () => {
    const page = html(guide);
    const blocks = readGuide(guide).match(/^```\w/gm) ?? [];
    expect(page.match(/<pre/g) ?? []).toHaveLength(blocks.length);
    expect(page).not.toContain("```");
    const links = GUIDES.flatMap((one) =>
      [...html(one).matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href),
    );
    const anchors = links
      .filter((href) => href.startsWith(`${guidePath(guide.slug)}#`))
      .map((href) => href.split("#")[1]);
    expect(anchors.filter((anchor) => !page.includes(`id="${anchor}"`))).toEqual([]);
  });
});

test("a link leads to another site, a heading or a guide; other files are read as their text", () => {
  const from = "docs/guides/refunds.md";
  expect(addressOf("https://eips.ethereum.org/EIPS/eip-681", from)).toBe(
    "https://eips.ethereum.org/EIPS/eip-681",
  );
  expect(addressOf("#time", from)).toBe("#time");
  expect(addressOf("exchange.md#short", from)).toBe("/docs/guides/exchange#short");
  expect(addressOf("../webhooks.md", from)).toBe("/docs/guides/webhooks");
  expect(addressOf("../../README.md#five-minutes-with-the-api", from)).toBe("/docs/guides/five-minutes");
  for (const target of [
    "../decisions/refunds.md",
    "../../README.md",
    "javascript:alert(1)",
    "//evil.example",
  ])
    expect(addressOf(target, from)).toBeNull();
});

test("what guides do not have is refused: pictures, HTML, a section that is missing", () => {
  const render = (text: string) => renderToStaticMarkup(<Markdown text={text} file="docs/x.md" />);
  expect(() => render("![a](b.png)")).toThrow("docs/x.md: guides have no image");
  expect(() => render("<script>alert(1)</script>")).toThrow("docs/x.md: guides have no html");
  expect(() => readGuide({ file: "README.md", section: "No such section" })).toThrow("has no section");
  expect(render("a & `<b>`")).toContain("a &amp; <code");
});

test("every difference from the hosted service is shown with its reason", () => {
  const page = renderToStaticMarkup(<Differences />);
  expect(page.match(/<li/g)).toHaveLength(differences.length);
  expect(page).toContain("All operations");
});
