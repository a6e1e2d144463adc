import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { GENERATED, keyedOperationsText, readDescription } from "@/sdk/generator/description";
import { stamped } from "@/sdk/generator/stamp";
import { runTool } from "@/server/testing/bring-package";

/**
 * `npm run sdk:types [-- <other folder>]`: writes `sdk/generated/` from `public/openapi.json`. The generator needs a TypeScript with a compiler
 * API, which the one of this repository has not: both are installed here, by the lock file beside this program.
 */
async function main(folder = GENERATED): Promise<void> {
  const own = join(repositoryRoot(), "sdk", "generator");
  const scratch = mkdtempSync(join(tmpdir(), "quittance-types-"));
  try {
    await runTool("npm", ["ci", "--prefix", own, "--ignore-scripts", "--no-audit", "--no-fund"]);
    const { reduced, keyed } = readDescription();
    const [input, output] = [join(scratch, "api.json"), join(scratch, "api.ts")];
    writeFileSync(input, reduced);
    const generator = join(own, "node_modules", "openapi-typescript", "bin", "cli.js");
    await runTool(process.execPath, [generator, input, "--output", output]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "api.ts"), stamped(reduced, readFileSync(output, "utf8")));
    writeFileSync(join(folder, "keyed-operations.ts"), stamped(reduced, keyedOperationsText(keyed)));
    process.stdout.write(`wrote ${folder}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
