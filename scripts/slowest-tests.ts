import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/local/options";
import { durationsOfPlaywright, durationsOfVitest, slowestOf } from "./test-durations";

/** The end of `npm test`: the ten slowest tests of the runs whose reports are in `test-results`. */
const root = repositoryRoot();
const read = (name: string) => JSON.parse(readFileSync(join(root, "test-results", name), "utf8"));
const exists = (name: string) => existsSync(join(root, "test-results", name));

const tests = [
  ...["unit.json", "built.json"].filter(exists).flatMap((name) => durationsOfVitest(read(name), root)),
  ...["journeys.json"].filter(exists).flatMap((name) => durationsOfPlaywright(read(name), "e2e")),
];
process.stdout.write(`\nThe ten slowest of ${tests.length} tests\n${slowestOf(tests, 10).join("\n")}\n`);
