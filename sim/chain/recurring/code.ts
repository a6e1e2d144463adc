import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hex } from "viem";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const Compiled = z.object({ deployedBytecode: z.string().regex(/^0x([0-9a-f]{2})+$/) });

let known: Hex | null = null;

/** The code of the recurring contract: the service looks whether it is its own. Nothing here runs it. */
export function recurringCode(): Hex {
  if (known) return known;
  const path = join(repositoryRoot(), "contracts", "artifacts", "ERC20RecurringPaymentProxy.json");
  const { deployedBytecode } = Compiled.parse(JSON.parse(readFileSync(path, "utf8")));
  known = `0x${deployedBytecode.slice(2)}`;
  return known;
}
