import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@/repository-root";

/** The pages for people who use, run or join the project: the front page, `docs/` and its guides. Paths from the root. */
export function documentationPages(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(join(repositoryRoot(), folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => join(folder, name));
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...inFolder("docs"), ...inFolder("docs/guides")];
}

export function readPage(path: string): string {
  return readFileSync(join(repositoryRoot(), path), "utf8");
}

/** All of these pages as one text: what one of them says, the documentation says. */
export function documentation(): string {
  return documentationPages().map(readPage).join("\n");
}

/** The paths, from the root, that a page links to; without anchors, other sites and its own headings. */
export function linksOf(path: string): string[] {
  const targets = [...readPage(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = ""]) => target,
  );
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => join(dirname(path), target));
}

/** The headings that a page links to, as `path#anchor`. */
export function anchorsOf(path: string): string[] {
  return [...readPage(path).matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)]
    .filter(([, target = ""]) => !/^[a-z]+:/.test(target))
    .map(([, target = "", anchor = ""]) => `${target === "" ? path : join(dirname(path), target)}#${anchor}`);
}

/** The anchors that a page's headings have, as code hosts make them. */
export function headingAnchors(path: string): string[] {
  return [...readPage(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
