import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Abi, Hex } from "viem";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

/** Where the committed artifacts are. */
export const ARTIFACTS = join(repositoryRoot(), "contracts", "artifacts");

const hex = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x([0-9a-f]{2})*$/.test(value),
  "not hex",
);

/** What compiling one contract gives, as committed in `contracts/artifacts`. */
export const Artifact = z.object({
  name: z.string(),
  /** The compiler wrote it, and `artifacts.test.ts` holds it to the sources. */
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  bytecode: hex,
  deployedBytecode: hex,
  /** Where the constructor writes immutables into the deployed code: the byte ranges of each. */
  immutableReferences: z.record(z.string(), z.array(z.object({ start: z.number(), length: z.number() }))),
  /** SHA-256 of the compiler version, its settings and every source that the contract is made of. */
  sourceHash: z.string(),
});
export type Artifact = z.infer<typeof Artifact>;

/** Read one committed artifact by contract name. Throws when there is none. */
export async function readArtifact(name: string): Promise<Artifact> {
  return Artifact.parse(JSON.parse(await readFile(join(ARTIFACTS, `${name}.json`), "utf8")));
}
