import { requireBrowser } from "@/server/testing/browser/browser";

/** Says which browser the journeys use, and brings one where none is installed. */
try {
  process.stdout.write(`${await requireBrowser(process.env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
