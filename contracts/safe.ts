import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Hex } from "viem";
import { z } from "zod";
import type { Installation } from "./etch";

/** Safe 1.4.1, at the same addresses on all seven EVM networks (onchain.md §11). */
export const SAFE_1_4_1 = {
  singleton: "0x41675C099F32341bf84BFc5382aF534df5C7461a",
  singletonL2: "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762",
  proxyFactory: "0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67",
  multiSend: "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526",
  multiSendCallOnly: "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
  fallbackHandler: "0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99",
} as const satisfies Record<string, Hex>;

const BUILDS: Record<keyof typeof SAFE_1_4_1, string> = {
  singleton: "Safe.sol/Safe.json",
  singletonL2: "SafeL2.sol/SafeL2.json",
  proxyFactory: "proxies/SafeProxyFactory.sol/SafeProxyFactory.json",
  multiSend: "libraries/MultiSend.sol/MultiSend.json",
  multiSendCallOnly: "libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json",
  fallbackHandler: "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json",
};

const PACKAGE = "@safe-global/safe-contracts";
const Build = z.object({
  bytecode: z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x")),
});

/**
 * The Safe contracts out of their own published package, a development dependency.
 * Throws `SafePackageMissing` when it is not installed.
 */
export async function safeInstallations(): Promise<Installation[]> {
  const root = packageRoot();
  const names = Object.keys(SAFE_1_4_1) as (keyof typeof SAFE_1_4_1)[];
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(root, "build/artifacts/contracts", BUILDS[name]);
      return {
        address: SAFE_1_4_1[name],
        creation: Build.parse(JSON.parse(await readFile(file, "utf8"))).bytecode,
      };
    }),
  );
}

/** Local chains work without Safe; only multisig payments are then not possible on them. */
export class SafePackageMissing extends Error {
  constructor() {
    super(`${PACKAGE} is not installed (npm ci --omit=dev?): local chains will have no Safe contracts`);
  }
}

function packageRoot(): string {
  try {
    return path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch {
    // Resolving is how a missing package shows; every other reason would fail at reading its files.
    throw new SafePackageMissing();
  }
}
