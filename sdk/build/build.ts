import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { buildPackage } from "@/sdk/build/package";

/** `npm run sdk:build [-- <other folder>]`: writes the package that is published, `npm publish dist/sdk`. */
async function main(folder = join(repositoryRoot(), "dist", "sdk")): Promise<void> {
  await buildPackage(folder);
  process.stdout.write(`wrote ${folder}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
