/**
 * `npm run contracts:compile`: compiles `contracts/src` with settings that give the same bytes everywhere, and writes
 * `contracts/artifacts`, or the directory it is given; `artifacts.test.ts` compares.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import solc from "solc";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { ARTIFACTS, Artifact } from "./artifact";

const SRC = path.join(repositoryRoot(), "contracts", "src");
const require = createRequire(import.meta.url);

const SETTINGS = {
  optimizer: { enabled: true, runs: 1_000 },
  // The oldest that all eight networks and the local node run alike: no PUSH0, no transient storage.
  evmVersion: "paris",
  // The metadata hash covers comments and paths: without it the bytes depend on the code alone.
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode"] } },
};

/** What the compiler complains about; with an error in it the rest of the output is incomplete. */
const Complaints = z.object({
  errors: z
    .array(
      z.object({
        severity: z.string(),
        formattedMessage: z.string(),
        sourceLocation: z.object({ file: z.string() }).optional(),
      }),
    )
    .default([]),
});

const Output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.unknown()),
        evm: z.object({
          bytecode: z.object({ object: z.string() }),
          deployedBytecode: z.object({
            object: z.string(),
            immutableReferences: Artifact.shape.immutableReferences.default({}),
          }),
        }),
      }),
    ),
  ),
});

/**
 * Compile all of `contracts/src`. Libraries, interfaces and abstract contracts give no artifact.
 * Throws with the compiler's text on any error, and on any warning about our own lines.
 */
export async function compileContracts(): Promise<Artifact[]> {
  const sources = await readSources();
  const ours = Object.keys(sources).filter(isOurs);
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: SETTINGS,
  };
  const refuse = { import: (name: string) => ({ error: `${name} is not among the sources` }) };
  const answer: unknown = JSON.parse(solc.compile(JSON.stringify(input), refuse));
  const complaints = Complaints.parse(answer)
    .errors.filter((error) => error.severity === "error" || isOurs(error.sourceLocation?.file ?? ""))
    .map((error) => error.formattedMessage);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  const output = Output.parse(answer);

  return ours.flatMap((source) => {
    const name = path.basename(source, ".sol");
    const compiled = output.contracts[source]?.[name];
    if (!compiled || compiled.evm.deployedBytecode.object === "" || isLibrary(sources[source] ?? ""))
      return [];
    return [
      Artifact.parse({
        name,
        abi: compiled.abi,
        bytecode: `0x${compiled.evm.bytecode.object}`,
        deployedBytecode: `0x${compiled.evm.deployedBytecode.object}`,
        immutableReferences: renumbered(compiled.evm.deployedBytecode.immutableReferences),
        sourceHash: hashOf(source, sources),
      }),
    ];
  });
}

/** The compiler names immutables by AST node, and those numbers shift whenever any other source changes. */
function renumbered(references: Artifact["immutableReferences"]): Artifact["immutableReferences"] {
  const inCodeOrder = Object.values(references).sort(([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0));
  return Object.fromEntries(inCodeOrder.map((ranges, index) => [index, ranges]));
}

/** Every source by the name the compiler knows it under, with everything that it imports. */
async function readSources(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const files = await readdir(SRC, { recursive: true });
  const open = files
    .filter((file) => file.endsWith(".sol"))
    .map((file) => `src/${file.replaceAll("\\", "/")}`);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found[name] !== undefined) continue;
    const file = isOurs(name) ? path.join(SRC, name.slice("src/".length)) : require.resolve(name);
    const content = await readFile(file, "utf8");
    found[name] = content;
    open.push(...importsOf(name, content));
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function importsOf(name: string, content: string): string[] {
  return [...content.matchAll(/^import\s[^;]*?"([^"]+)";/gm)].map(([, target = ""]) =>
    target.startsWith(".") ? path.posix.join(path.posix.dirname(name), target) : target,
  );
}

const isOurs = (source: string) => source.startsWith("src/");

const isLibrary = (content: string) => /^library /m.test(content);

function hashOf(source: string, sources: Record<string, string>): string {
  const parts = new Set([source]);
  for (const part of parts) for (const next of importsOf(part, sources[part] ?? "")) parts.add(next);
  const hash = createHash("sha256").update(solc.version()).update(JSON.stringify(SETTINGS));
  for (const part of [...parts].sort()) hash.update(part).update(sources[part] ?? "");
  return hash.digest("hex");
}

/** The file as it is committed. */
export const artifactText = (artifact: Artifact): string => `${JSON.stringify(artifact, null, 1)}\n`;

const artifacts = await compileContracts();
const directory = process.argv[2] ?? ARTIFACTS;
await mkdir(directory, { recursive: true });
for (const artifact of artifacts) {
  await writeFile(path.join(directory, `${artifact.name}.json`), artifactText(artifact));
}
process.stdout.write(`${artifacts.map((artifact) => artifact.name).join("\n")}\n`);
