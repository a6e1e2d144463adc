import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where each change that users or operators notice is noted, in a file of its own, until a release takes it. */
export const CHANGES = "changes";

/** What a change is, in the order in which the changelog names them, and the words that it has there. */
const KINDS = {
  security: "Security",
  removed: "Removed",
  changed: "Changed",
  added: "Added",
  fixed: "Fixed",
} as const;
type Kind = keyof typeof KINDS;

export interface Change {
  file: string;
  kind: Kind;
  /** One sentence for whoever uses the service. */
  text: string;
  /** What an operator has to do when they install the release; null where nothing. */
  upgrade: string | null;
}

/** The changes that wait for a release, by the names of their files. Throws for a file that is none. */
export function readChanges(root: string): Change[] {
  return readdirSync(join(root, CHANGES))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => parseChange(file, readFileSync(join(root, CHANGES, file), "utf8")));
}

/** Throws for a text without a kind, without a sentence, or with anything behind them but one upgrade note. */
export function parseChange(file: string, text: string): Change {
  const [first = "", ...others] = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim());
  const [, kind, sentence] = /^(\w+): (\S.*[.!])$/.exec(first) ?? [];
  if (!kind || !sentence || !isKind(kind)) {
    throw new Error(
      `${CHANGES}/${file}: begin with one of ${Object.keys(KINDS).join(", ")}, a colon and a sentence`,
    );
  }
  const [note, ...rest] = others;
  const [, upgrade = null] = /^Upgrade: (\S.*)$/.exec(note ?? "") ?? [];
  if (rest.length > 0 || (note !== undefined && upgrade === null)) {
    throw new Error(`${CHANGES}/${file}: behind the sentence stands at most one paragraph, "Upgrade: …"`);
  }
  return { file, kind, text: sentence, upgrade };
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

/** What differs for an operator between two releases. */
export interface Differences {
  /** Names of migrations that the release adds. */
  migrations: readonly string[];
  settings: { added: readonly string[]; removed: readonly string[] };
}

/** The section of a release in the changelog: an operator reads what to do before what is new. */
export function releaseNotes(
  { version, date }: { version: string; date: string },
  changes: readonly Change[],
  { migrations, settings }: Differences,
): string {
  const upgrade = [
    ...changes.flatMap(({ upgrade: note }) => (note === null ? [] : [note])),
    ...(migrations.length === 0
      ? ["No migrations."]
      : [`Migrations, which \`quittance migrate\` applies: ${migrations.join(", ")}.`]),
    ...(settings.added.length === 0 ? [] : [`New settings: ${names(settings.added)}.`]),
    ...(settings.removed.length === 0 ? [] : [`Settings without effect now: ${names(settings.removed)}.`]),
  ];
  const sections = Object.entries(KINDS).flatMap(([kind, title]) => {
    const own = changes.filter((change) => change.kind === kind);
    return own.length === 0 ? [] : [`### ${title}\n\n${own.map(({ text }) => `- ${text}`).join("\n")}`];
  });
  const todo = `### Upgrade\n\n${upgrade.map((line) => `- ${line}`).join("\n")}`;
  return [`## ${version} – ${date}`, todo, ...sections].join("\n\n");
}

function names(settings: readonly string[]): string {
  return settings.map((name) => `\`${name}\``).join(", ");
}

const HEAD = `# Changelog

What changed for those who use or run Quittance, by release. \`npm run release\` writes it from [changes/](changes/README.md).
`;

/** The changelog with a new section on top of the others. */
export function withNotes(changelog: string | null, notes: string): string {
  const before = changelog === null ? HEAD : changelog;
  const at = before.indexOf("\n## ");
  const [head, older] = at < 0 ? [before, ""] : [before.slice(0, at), before.slice(at)];
  return `${head.trimEnd()}\n\n${notes.trimEnd()}\n${older}`;
}

/** The version that a word asks for. Throws for one that does not come after the current one. */
export function nextVersion(current: string, wanted: string): string {
  const [major = 0, minor = 0, patch = 0] = numbers(current);
  const steps: Record<string, string> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const next = steps[wanted] ?? wanted;
  const isLater = numbers(next)
    .map((number, i) => number - (numbers(current)[i] ?? 0))
    .find((difference) => difference !== 0);
  if (isLater === undefined || isLater < 0) throw new Error(`${next} does not come after ${current}`);
  return next;
}

function numbers(version: string): number[] {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (parts.length === 0) throw new Error(`${version} is no version: major, minor, patch, or 1.2.3`);
  return parts.map(Number);
}
