import { readFile } from "node:fs/promises";
import path from "node:path";
import { type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from "viem";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { NETWORKS } from "@/server/chains/networks";
import { depositAccountAbi, depositFactoryAbi } from "./abis";
import { depositContractsOf } from "./testing/deposits";

test("the page of facts names addresses, selectors and topics as they are", async () => {
  const page = await readFile(path.join(repositoryRoot(), "docs", "contract", "deposits.md"), "utf8");
  const { factory, implementation } = depositContractsOf("mainnet");
  const items: readonly (AbiFunction | AbiEvent)[] = [...depositFactoryAbi, ...depositAccountAbi];
  const facts = items.map((item) =>
    item.type === "event"
      ? `\`${toEventSelector(item)}\` | \`${item.name}(`
      : `\`${toFunctionSelector(item)}\` | \`${item.name}(`,
  );
  const { depositFactory, depositAccount } = NETWORKS.tron.contracts;
  const onTron = [depositFactory, depositAccount].map((contract) => `\`${contract?.address}\``);
  for (const fact of [factory, implementation, ...onTron, ...facts]) expect(page).toContain(fact);
});
