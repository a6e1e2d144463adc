import { depositFactoryAbi, erc20Abi } from "@/contracts/abis";
import { tronToHex20 } from "@/server/chains/address";
import type { AccountName } from "@/server/chains/development-accounts";
import { NETWORKS } from "@/server/chains/networks";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { type DepositDesk, type OfferedAddress, offerAddress } from "@/server/testing/deposits";
import type { OpenLedger } from "@/server/testing/ledger";
import type { TestTron } from "@/server/testing/tron/tron";
import { tronCall, tronOutcome, tronRead } from "@/server/testing/tron/tron-contracts";

/** Plain transfers to deposit addresses, and collections, on a local Tron node. */
export function tronDepositDesk(ledger: OpenLedger, node: TestTron): DepositDesk {
  const succeeded = async (id: string) => {
    const { ending } = await tronOutcome(node, id);
    if (ending !== "SUCCESS") throw new Error(`${id} ended with ${ending}`);
    return `0x${id}` as const;
  };
  return {
    offer: (request) => offerAddress(ledger, request),
    send: async ({ address, tokenAddress }, units, { from = "payer", token } = {}) => {
      const to = token ?? tronToHex20(tokenAddress);
      const args = [tronToHex20(address), units];
      return succeeded(
        await node.send(from, tronCall({ to, abi: erc20Abi, functionName: "transfer", args })),
      );
    },
    collect: async (from, who = "payer2") => succeeded(await sendCollect(node, from, who)),
    balanceOf: async (wallet, token) => {
      const [of, to] = [wallet, token].map((text) => (text.startsWith("T") ? tronToHex20(text) : text));
      const read = { to: `0x${String(to).slice(2)}`, abi: erc20Abi, functionName: "balanceOf" } as const;
      return BigInt(String(await tronRead(node, { ...read, args: [of] })));
    },
  };
}

async function sendCollect(node: TestTron, { terms }: OfferedAddress, who: AccountName): Promise<string> {
  const { depositFactory } = NETWORKS.tron.contracts;
  if (!depositFactory) throw new Error("no factory");
  const to = tronToHex20(depositFactory.address);
  const args = [termsFromWire(terms)];
  return node.send(who, tronCall({ to, abi: depositFactoryAbi, functionName: "collect", args }));
}
