import { readFile } from "node:fs/promises";
import path from "node:path";
import { type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from "viem";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { depositAccountAbi, depositFactoryAbi } from "./abis";
import { depositContractsOf } from "./testing/deposits";

test("the page of facts names addresses, selectors and topics as they are", async () => {
  const page = await readFile(path.join(repositoryRoot(), "docs", "deposit-contracts.md"), "utf8");
  const { factory, implementation } = depositContractsOf("mainnet");
  const items: readonly (AbiFunction | AbiEvent)[] = [...depositFactoryAbi, ...depositAccountAbi];
  const facts = items.map((item) =>
    item.type === "event"
      ? `\`${toEventSelector(item)}\` | \`${item.name}(`
      : `\`${toFunctionSelector(item)}\` | \`${item.name}(`,
  );
  for (const fact of [factory, implementation, ...facts]) expect(page).toContain(fact);
});
