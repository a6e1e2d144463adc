import { delimiter, dirname } from "node:path";
import { parseArgs } from "node:util";
import { runTool } from "@/server/testing/bring-package";
import { runLanes, type Step, summaryOf } from "../lanes";
import { bringNode, nodePackage } from "./brought-node";

/**
 * `npm run test:node [-- <version>]`: the tests of `vitest.node.config.ts`, the production build and one journey, all by
 * another version of Node than the one that runs us.
 */
const JOURNEY = ["e2e/payer-journeys.spec.ts", "-g", "a link is paid in three presses"];
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const [version, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (more.length > 0) throw new Error("npm run test:node [-- <version>]");
  const node = await bringNode(process.env, nodePackage(version));
  const env = {
    ...process.env,
    // The first on the path is what npm and every program of ours are run by.
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
    // npm would hand the version that it was started by down to the commands it runs.
    NODE: node,
    npm_node_execpath: node,
    // For what has to be the same on both.
    QUITTANCE_OTHER_NODE: process.execPath,
  };
  print(`Node ${(await runTool("node", ["--version"], env)).trim()}, at ${node}`);
  const step = (name: string, script: string, ...args: string[]): Step => ({
    name,
    command: ["npm", "run", "--silent", script, ...(args.length > 0 ? ["--", ...args] : [])],
    env,
  });
  const results = await runLanes(
    [
      [step("build", "build"), step("journey", "e2e", ...JOURNEY, "--workers=1", "--reporter=list")],
      [step("unit", "unit", "--config", "vitest.node.config.ts")],
    ],
    print,
  );
  print(summaryOf(results).join("\n"));
  if (results.some(({ code }) => code !== 0)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
