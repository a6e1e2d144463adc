import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { readPage } from "@/scripts/testing/documentation";

test("the guide's component is one that is compiled here", () => {
  const [, shown] = /^```tsx react\n(.*?)^```/ms.exec(readPage("docs/guides/embed.md")) ?? [];
  const compiled = readFileSync(join(repositoryRoot(), "embed", "testing", "order.tsx"), "utf8");
  expect(shown).toBe(compiled.replace('"../react"', '"./react"'));
});
