import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { runTool } from "@/server/testing/bring-package";

/** What declarations import from elsewhere, and what stands in its place, so that they need nothing that is not in the package. */
const IN_PLACE: Readonly<Record<string, string>> = {
  'import type { Hex } from "viem";': `type Hex = \`0x\${string}\`;`,
};

/** An import or export of declarations, or a type that is imported where it is used. */
const IMPORTED = /(from |import\()"([^"]+)"/g;

/**
 * Writes the declarations of these sources, and of all that they name, into a folder. Throws where one imports what is not
 * in the repository.
 */
export async function writeDeclarations(entries: readonly string[], folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "quittance-declarations-"));
  try {
    await emitDeclarations(entries, scratch);
    const found = new Map<string, string>();
    const waiting = entries.map(declarationOf);
    for (const file of waiting) {
      if (found.has(file)) continue;
      const { text, imports } = declared(scratch, file);
      found.set(file, text);
      waiting.push(...imports);
    }
    for (const [file, text] of found) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function emitDeclarations(entries: readonly string[], scratch: string): Promise<void> {
  const root = repositoryRoot();
  const project = join(scratch, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    rootDir: root,
    outDir: scratch,
    typeRoots: [join(root, "node_modules", "@types")],
    types: ["node"],
    paths: { "@/*": [`${root}/*`] },
  };
  const files = entries.map((entry) => join(root, entry));
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [], files }),
  );
  await runTool(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", project]);
}

/** A declaration as it stands in the package: what it imports is named from its own place. */
function declared(scratch: string, file: string): { text: string; imports: string[] } {
  const imports: string[] = [];
  const emitted = Object.entries(IN_PLACE).reduce(
    (text, [before, after]) => text.replace(before, after),
    readFileSync(join(scratch, file), "utf8"),
  );
  const text = emitted.replace(IMPORTED, (_, how: string, name: string) => {
    const target = targetOf(scratch, file, name);
    imports.push(target);
    const path = posix.relative(posix.dirname(file), target).replace(/\.d\.ts$/, ".js");
    return `${how}"${path.startsWith(".") ? path : `./${path}`}"`;
  });
  return { text, imports };
}

function targetOf(scratch: string, file: string, name: string): string {
  const path = name.startsWith("@/") ? name.slice(2) : posix.join(posix.dirname(file), name);
  const target = [`${path}.d.ts`, `${path}/index.d.ts`].find((one) => existsSync(join(scratch, one)));
  if (target === undefined) throw new Error(`${file} imports ${name}, which is not in the package`);
  return target;
}

const declarationOf = (source: string) => source.replace(/\.ts$/, ".d.ts");
