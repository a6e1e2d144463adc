import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { GUIDES } from "@/components/docs/guides/guides";
import { readGuide } from "@/components/docs/guides/read-guide";
import { help } from "@/local/options";
import { repositoryRoot } from "@/repository-root";
import { COMMANDS, FORMER_NAMES } from "@/scripts/command-line/table.mjs";
import { rolesPage } from "@/scripts/roles-page";
import { settingsPage } from "@/scripts/settings-page";
import {
  anchorsOf,
  documentation,
  documentationPages,
  headingAnchors,
  linksOf,
} from "@/scripts/testing/documentation";
import { SETTINGS } from "@/server/config";
import { npmScripts } from "@/server/testing/npm-script";
import { SOURCE_FOLDERS } from "@/server/testing/source-files";

const read = (path: string) => readFileSync(join(repositoryRoot(), path), "utf8");
const README = documentation();

function all(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

test("docs/settings.md says what the schemas of the environment say (quittance settings)", () => {
  expect(read("docs/settings.md")).toBe(settingsPage());
});

test("docs/roles.md says what the table of operations says (npm run openapi)", () => {
  expect(read("docs/roles.md")).toBe(rolesPage());
});

test("every npm script that README and docs name exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = all(/npm run (?:-s )?([a-z:]+)/g, README);
  expect(named).toContain("dev");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(named.filter((name) => Object.hasOwn(FORMER_NAMES, name))).toEqual([]);
});

/** What stands after `quittance` or `npm run -s q --` in code, up to the end of the line or of the code. */
const typedOf = (text: string) =>
  all(/(?:npm run -s q -- |npx quittance |[`|] *quittance )([a-z][^`\n#]*)/g, text).map((line) =>
    line.trim(),
  );

test("every command of quittance that README, docs and decisions name exists, with its options", () => {
  const typed = typedOf([README, ...decisions().map(read)].join("\n"));
  expect(typed.length).toBeGreaterThan(40);
  const wrong = typed.filter((line) => {
    const [first = "", second = ""] = line.split(" ");
    const names = Object.keys(COMMANDS);
    const name = names.find((one) => one === `${first} ${second}`) ?? names.find((one) => one === first);
    const isGroup = names.some((one) => one.startsWith(`${first} `));
    const row: object = name === undefined ? {} : COMMANDS[name as keyof typeof COMMANDS];
    const known = [...Object.keys("options" in row ? Object(row.options) : {}), "json", "help"];
    const options = all(/--([a-z-]+)/g, line);
    const isKnown = name !== undefined || (isGroup && (second === "" || second.startsWith("-")));
    return !isKnown || options.some((option) => !known.includes(option));
  });
  expect(wrong).toEqual([]);
});

test("every file that README and docs link or name is there, and every heading they link to", () => {
  const pages = [...documentationPages(), ...decisions()];
  const links = pages.flatMap(linksOf);
  const named = all(/`((?:app|server|db|e2e|components|scripts)\/[\w./-]*)`/g, README);
  expect(links.length).toBeGreaterThan(50);
  expect([...links, ...named].filter((path) => !existsSync(join(repositoryRoot(), path)))).toEqual([]);
  const anchors = pages.flatMap(anchorsOf);
  expect(anchors.length).toBeGreaterThan(3);
  const lost = anchors.filter((anchor) => {
    const [path = "", heading = ""] = anchor.split("#");
    return !headingAnchors(path).includes(heading);
  });
  expect(lost).toEqual([]);
});

test("README is a front page: 150 lines at most", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(151);
});

test("every page of docs is in its index, and every decision in theirs, with its state", () => {
  const index = linksOf("docs/README.md");
  const pages = documentationPages().filter((path) => path.startsWith("docs/") && path !== "docs/README.md");
  expect(pages.filter((path) => !index.includes(path))).toEqual([]);
  const indexed = linksOf("docs/decisions/README.md");
  expect(decisions().filter((path) => !indexed.includes(path))).toEqual([]);
  const rows = read("docs/decisions/README.md").match(/^\| \[.*$/gm) ?? [];
  expect(rows.length).toBe(decisions().length);
  expect(rows.filter((row) => !/\| (?:holds|no longer holds: .+|replaced by .+) \|$/.test(row))).toEqual([]);
});

test("CONTRIBUTING.md names files and folders that exist", () => {
  const named = all(
    /`((?:app|components|contracts|db|docs|e2e|local|messages|server|wallet)\/[\w./-]+)`/g,
    read("CONTRIBUTING.md"),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(repositoryRoot(), path)))).toEqual([]);
});

function decisions(): string[] {
  return readdirSync(join(repositoryRoot(), "docs/decisions"))
    .filter((name) => name !== "README.md")
    .map((name) => join("docs/decisions", name));
}

/** What runs the tests cannot be run by one. */
const SUITES = [
  "check",
  "format",
  "types",
  "unit",
  "verify",
  "e2e",
  "test",
  "test:built",
  "test:cluster",
  "test:long",
  "test:mutation",
  "test:quick",
  "test:upgrade",
];

function testFiles(): string[] {
  const folders = [
    "app",
    "bench",
    "components",
    "contracts",
    "db",
    "e2e",
    "local",
    "scripts",
    "sdk",
    "server",
    "sim",
    "wallet",
  ];
  return folders
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot(), folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /\.(test|spec|built)\.tsx?$/.test(path));
}

/** Titles of all tests; and the marked commands of README and docs, which `e2e/readme.spec.ts` runs as they stand there. */
function whatTestsRun(): string {
  const titles = testFiles().flatMap((path) =>
    all(
      /\b(?:test|describe)(?:\.each\([\s\S]*?\]\)|\.runIf\(\w+\(\)\))?\(\s*"((?:[^"\\]|\\.)*)"/g,
      read(path),
    ),
  );
  return [...titles, ...all(/^```sh (?:listener|tour|account|webhooks|refund)\n(.*?)^```/gms, README)].join(
    "\n",
  );
}

const RUN = whatTestsRun();

test("every npm script is run by a test that names it", () => {
  const run = new Set(all(/npm (?:run (?:-s )?)?([a-z:-]+)/g, RUN));
  const others = Object.keys(npmScripts()).filter(
    (name) => !SUITES.includes(name) && !Object.hasOwn(FORMER_NAMES, name),
  );
  expect(others).toContain("openapi");
  expect(others.filter((name) => !run.has(name))).toEqual([]);
});

test("docs/commands.md lists every command of quittance with what it does, and no other", () => {
  const rows = read("docs/commands.md").match(/^\| `quittance .*$/gm) ?? [];
  expect(rows).toEqual(
    Object.entries(COMMANDS).map(([name, { summary }]) => `| \`quittance ${name}\` | ${summary} |`),
  );
});

test("every command of quittance is run by a test that names it", () => {
  const lines = RUN.split("\n");
  const isRun = (name: string) => {
    const [first, last] = name.split(" ");
    const named = lines.filter((line) =>
      [`quittance ${first}`, `npm run -s q -- ${first}`].some((words) => line.includes(words)),
    );
    return named.some((line) => last === undefined || new RegExp(`\\b${last}\\b`).test(line));
  };
  expect(Object.keys(COMMANDS).filter((name) => !isRun(name))).toEqual([]);
});

test("every switch that --help, README or docs name is used by a test that names it", () => {
  const switches = [
    ...all(/(--[a-z-]+)/g, help),
    ...all(/npm (?:start|run [a-z:-]+) -- ([^`\n]*)/g, README).flatMap((args) => all(/(--[a-z-]+)/g, args)),
    ...typedOf(README).flatMap((line) => all(/(--[a-z-]+)/g, line)),
    ...all(/`(--[a-z-]+)[ =`]/g, README),
  ];
  expect(switches).toEqual(expect.arrayContaining(["--fresh", "--networks", "--wallet", "--tron"]));
  expect(switches.filter((name) => !RUN.includes(name))).toEqual([]);
});

/** Which test runs the code blocks of guides with a mark behind their language. */
const RUN_BY: Record<string, string> = {
  listener: "e2e/readme.spec.ts",
  tour: "e2e/readme.spec.ts",
  account: "e2e/readme.spec.ts",
  embed: "e2e/embed.spec.ts",
  dialog: "e2e/embed.spec.ts",
  react: "embed/guide.test.ts",
  webhooks: "e2e/readme.spec.ts",
  refund: "e2e/readme.spec.ts",
  chaos: "local/chaos/chaos.test.ts",
  client: "sdk/examples/guide.test.ts",
  compare: "sdk/safety/guide.test.ts",
  receipt: "sdk/safety/guide.test.ts",
  verify: "server/webhooks/docs.test.ts",
  whsec: "server/webhooks/docs.test.ts",
};

test("every code block of a guide is run by a test", () => {
  const blocks = GUIDES.flatMap((guide) =>
    [...readGuide(guide).matchAll(/^```(\w+)(?: (\w+))?\n(.*?)^```/gms)].map(
      ([, language, mark, text = ""]) => ({
        block: `${guide.file}: ${text.slice(0, 60)}`,
        isRun: mark ? isRunAs(mark) : language === "json" ? isJson(text) : isOfNpm(text),
      }),
    ),
  );
  expect(blocks.length).toBeGreaterThan(25);
  expect(blocks.filter(({ isRun }) => !isRun).map(({ block }) => block)).toEqual([]);
});

function isRunAs(mark: string): boolean {
  const file = RUN_BY[mark];
  return file !== undefined && new RegExp(`["(\\s]${mark}["\\\\]`).test(read(file));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Commands of ours, each named by a test (see above), and variables that are set for others. */
function isOfNpm(text: string): boolean {
  return text
    .split("\n")
    .map((line) => line.replace(/ +#.*$/, ""))
    .every(
      (line) => line === "" || /^(?:npm (?:run|start)|quittance) ?/.test(line) || /^[A-Z]+=\S+$/.test(line),
    );
}

test("every setting of the service is exercised by a test that names it", () => {
  const settings = Object.values(SETTINGS).flatMap((fields) => Object.keys(fields));
  expect(settings).toEqual(expect.arrayContaining(["PORT", "KYT_ASKS_PER_LINK", "PRICE_SOURCES"]));
  const tests = testFiles().filter((path) => !path.endsWith("readme.test.ts"));
  // Each process of a stack gets its settings from there.
  const text = [...tests, "local/environment.ts", "server/testing/api.ts"].map(read).join("\n");
  expect(settings.filter((name) => !text.includes(name))).toEqual([]);
});

test("docs/operations.md says of every table how long it is kept", () => {
  const tables = readdirSync(join(repositoryRoot(), "db", "schema")).flatMap((name) =>
    all(/pgTable\(\s*"(\w+)"/g, read(join("db", "schema", name))),
  );
  expect(tables).toContain("webhook_attempts");
  const operations = read("docs/operations.md");
  expect(tables.filter((table) => !operations.includes(`\`${table}\``))).toEqual([]);
});

test("every row of docs/hostile-cases.md names its tests by file and title, and they exist, or gives a reason", () => {
  const rows = casesOf(read("docs/hostile-cases.md"));
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test.each([
  ["no test and no reason", "| A thief | none | no |"],
  ["a file without a title", "| A thief | `scripts/readme.test.ts` | no |"],
  [
    "one of two files without a title",
    "| A thief | `scripts/readme.test.ts`, `scripts/run.test.ts` › x | no |",
  ],
  ["a title that is in no test of the file", "| A thief | `scripts/help.test.ts` › steals nothing | no |"],
  [
    "the second of two titles in no test",
    "| A thief | `scripts/readme.test.ts` › README is; steals nothing | no |",
  ],
  ["a file that is not there", "| A thief | `scripts/thief.test.ts` › steals nothing | no |"],
  ["words in place of a test", "| A thief | by hand | no |"],
  ["no answer", "| A thief | none |  |"],
])("a hostile case would be found out with %s", (_, row) => {
  expect(casesOf(`| Case | Test | Accepted? |\n|---|---|---|\n${row}`).flatMap(faultsOf)).not.toEqual([]);
});

/** The rows of all tables of cases. */
function casesOf(page: string): string[] {
  return page.split("\n").filter((line) => line.startsWith("|") && !/^\|(?: Case \||-)/.test(line));
}

/** What is wrong with one row: it names tests as `file` › title; title, or none and says why. */
function faultsOf(row: string): string[] {
  const [named = "", tests = "", accepted = "", ...more] = row.slice(2, -2).split(" | ");
  if (named === "" || accepted.trim() === "" || more.length > 0) return [`${row}: not three cells`];
  if (tests === "none") return accepted === "no" ? [`${named}: no test, and no reason`] : [];
  const parts = tests.split(/(?:^|[;,] )(?=`[^`]+\.(?:test|spec)\.tsx?`)/).filter((part) => part !== "");
  return parts.flatMap((part) => {
    const [, path = "", titles = ""] = /^`([^`]+)` › (.+)$/.exec(part) ?? [];
    if (path === "") return [`${named}: names no test by file and title: ${part}`];
    if (!existsSync(join(repositoryRoot(), path))) return [`${named}: ${path} is not there`];
    const known = titlesOf(path);
    const missing = titles.split("; ").filter((title) => !known.some((one) => one.includes(title)));
    return missing.map((title) => `${named}: ${path} has no test "${title}"`);
  });
}

/** Texts that open a call or a row of a table: titles of tests are among them. */
function titlesOf(path: string): string[] {
  return all(/[([]\s*((?:"(?:[^"\\\n]|\\.)*")|(?:`(?:[^`\\]|\\.)*`))/g, read(path));
}

test("every folder of more than ten files, tests aside, opens with a README, and the files it names are there", () => {
  const folders = SOURCE_FOLDERS.flatMap((root) => [
    root,
    ...readdirSync(join(repositoryRoot(), root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(relative(repositoryRoot(), entry.parentPath), entry.name)),
  ]);
  const large = folders.filter((folder) => filesIn(folder).length > 10 && !NEED_NO_README.test(folder));
  expect(large.length).toBeGreaterThan(30);
  expect(large.filter((folder) => !existsSync(join(repositoryRoot(), folder, "README.md")))).toEqual([]);
  const gone = large.flatMap((folder) =>
    all(/`([\w./-]+\.(?:tsx?|json|sol))`/g, read(`${folder}/README.md`))
      .filter((path) => ![folder, "."].some((base) => existsSync(join(repositoryRoot(), base, path))))
      .map((path) => `${folder}: ${path}`),
  );
  expect(gone).toEqual([]);
});

/** Generated and installed files, results, and Solidity, which `contracts/README.md` explains. */
const NEED_NO_README =
  /^(?:bench\/(?:results|peers\/[\w-]+)|contracts\/(?:artifacts|src)|db\/migrations|sdk\/generator\/node_modules)(?:\/|$)/;

function filesIn(folder: string): string[] {
  return readdirSync(join(repositoryRoot(), folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|suite)\./.test(entry.name))
    .map(({ name }) => name);
}
