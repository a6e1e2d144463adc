import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@/repository-root";
import { containerFiles, machineFiles } from "@/scripts/high-availability/cluster-files";
import { NODE_NAMES } from "@/scripts/high-availability/nodes";

/**
 * `npm run cluster:settings` writes `deploy/high-availability/settings`; with `--hosts` and a folder, the files for three
 * machines of these addresses.
 */
const HOST = /^[a-z\d][a-z\d.-]*$/i;

try {
  const { values, positionals } = parseArgs({
    options: { hosts: { type: "string" } },
    allowPositionals: true,
  });
  const [given, ...more] = positionals;
  if (more.length > 0) throw new Error(`${more[0]}: only one folder`);
  if (values.hosts !== undefined && given === undefined)
    throw new Error("--hosts needs a folder to write into");
  const folder = resolve(given ?? join(repositoryRoot(), "deploy/high-availability/settings"));
  const files = values.hosts === undefined ? containerFiles() : machineFiles(hostsOf(values.hosts));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  process.stdout.write(`wrote ${files.size} files into ${folder}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function hostsOf(text: string) {
  const hosts = text.split(",").map((host) => host.trim());
  const [one, two, three, ...others] = hosts;
  const isThree = one && two && three && others.length === 0 && new Set(hosts).size === NODE_NAMES.length;
  if (!isThree || hosts.some((host) => !HOST.test(host)))
    throw new Error("--hosts takes three addresses or names of machines, separated by commas");
  return { one, two, three };
}
