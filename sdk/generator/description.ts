import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { type Json, keyedOperations, reduceDescription } from "@/sdk/generator/reduce";

/** Where the generated files are. */
export const GENERATED = join(repositoryRoot(), "sdk", "generated");

/** What the client is generated of, from `public/openapi.json`: the input of the generator, and the keyed operations. */
export function readDescription(): { reduced: string; keyed: readonly string[] } {
  const api = JSON.parse(readFileSync(join(repositoryRoot(), "public", "openapi.json"), "utf8")) as Json;
  return { reduced: JSON.stringify(reduceDescription(api)), keyed: keyedOperations(api) };
}

/** The file that lists the operations that take an `Idempotency-Key`. */
export function keyedOperationsText(keyed: readonly string[]): string {
  const lines = keyed.map((operation) => `  ${JSON.stringify(operation)},\n`).join("");
  return `/** Operations that do their work once for each \`Idempotency-Key\`. */\nexport const KEYED_OPERATIONS: readonly string[] = [\n${lines}];\n`;
}
