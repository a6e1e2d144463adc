import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Hex } from "viem";
import { z } from "zod";
import { SAFE_1_4_1, type SafeDeployment, safe130Of } from "@/server/chains/evm/safe/deployments";
import type { Installation } from "./etch";

/** A published package of Safe's and where its build of each contract is. Installed for local chains only. */
interface Release {
  package: string;
  builds: Record<keyof SafeDeployment, string>;
}

const RELEASE_1_4_1: Release = {
  package: "@safe-global/safe-contracts",
  builds: {
    singleton: "Safe.sol/Safe.json",
    singletonL2: "SafeL2.sol/SafeL2.json",
    proxyFactory: "proxies/SafeProxyFactory.sol/SafeProxyFactory.json",
    multiSend: "libraries/MultiSend.sol/MultiSend.json",
    multiSendCallOnly: "libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json",
    fallbackHandler: "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json",
  },
};
const RELEASE_1_3_0: Release = {
  package: "@gnosis.pm/safe-contracts",
  builds: {
    ...RELEASE_1_4_1.builds,
    singleton: "GnosisSafe.sol/GnosisSafe.json",
    singletonL2: "GnosisSafeL2.sol/GnosisSafeL2.json",
    proxyFactory: "proxies/GnosisSafeProxyFactory.sol/GnosisSafeProxyFactory.json",
  },
};

const Build = z.object({
  bytecode: z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x")),
});

/**
 * Safe 1.4.1 and 1.3.0 as a network has them, out of Safe's own published packages. Throws `SafePackageMissing` when
 * one is not installed.
 */
export async function safeInstallations(network: string): Promise<Installation[]> {
  const releases = await Promise.all([
    installationsOf(RELEASE_1_4_1, SAFE_1_4_1),
    installationsOf(RELEASE_1_3_0, safe130Of(network)),
  ]);
  return releases.flat();
}

function installationsOf({ package: name, builds }: Release, at: SafeDeployment): Promise<Installation[]> {
  const root = packageRoot(name);
  const contracts = Object.keys(builds) as (keyof SafeDeployment)[];
  return Promise.all(
    contracts.map(async (contract) => {
      const file = path.join(root, "build/artifacts/contracts", builds[contract]);
      return {
        address: at[contract],
        creation: Build.parse(JSON.parse(await readFile(file, "utf8"))).bytecode,
      };
    }),
  );
}

/** Local chains work without Safe; only multisig payments are then not possible on them. */
export class SafePackageMissing extends Error {
  constructor(name: string) {
    super(`${name} is not installed (npm ci --omit=optional?): local chains will have no Safe contracts`);
  }
}

function packageRoot(name: string): string {
  try {
    return path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    // Resolving is how a missing package shows; every other reason would fail at reading its files.
    throw new SafePackageMissing(name);
  }
}
