import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { depositFactoryAbi, erc20Abi } from "@/contracts/abis";
import { depositCollections, feeLegs } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { AccountName } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { auditLedger } from "@/server/ledger/audit";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { depositOption } from "@/server/requests/paying/deposit/offer";
import type { DepositOption } from "@/server/requests/paying/deposit/schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { storedFee } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";
import { auditSettlements } from "@/server/requests/settling/audit";
import type { TestChain } from "@/server/testing/evm/chain";
import type { OpenLedger, TestLedger } from "@/server/testing/ledger";

/** The deposit address of a request, which has to be offered. */
export type OfferedAddress = Extract<DepositOption, { isOffered: true }>;

/** Plain transfers to deposit addresses, and collections, on the chain of a ledger. */
export interface DepositDesk {
  offer(request: RequestRow): Promise<OfferedAddress>;
  /** Base units of the request's token, or of another one. */
  send(to: OfferedAddress, units: bigint, options?: { from?: AccountName; token?: Hex }): Promise<Hex>;
  /** By anybody. */
  collect(from: OfferedAddress, who?: AccountName): Promise<Hex>;
  /** What is on the chain of the token, base units. */
  balanceOf(wallet: string, token: string): Promise<bigint>;
}

export function depositDesk(ledger: TestLedger, node: TestChain): DepositDesk {
  const mined = async (hash: Hex): Promise<Hex> => {
    const receipt = await node.publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error(`${hash} reverted`);
    return hash;
  };
  return {
    offer: (request) => offerAddress(ledger, request),
    send: async ({ address, tokenAddress }, units, { from = "payer", token = hex(tokenAddress) } = {}) =>
      mined(
        await node.wallet(from).writeContract({
          address: token,
          abi: erc20Abi,
          functionName: "transfer",
          args: [hex(address), units],
          // Enough wherever a reorganisation puts it.
          gas: 100_000n,
        }),
      ),
    collect: async (from, who = "payer2") =>
      mined(await node.wallet(who).writeContract(collectCall(node, from))),
    balanceOf: (wallet, token) =>
      node.publicClient.readContract({
        address: hex(token),
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [hex(wallet)],
      }),
  };
}

/** The address of a request as the API tells it. Throws where it has none, with the reason. */
export async function offerAddress(ledger: OpenLedger, request: RequestRow): Promise<OfferedAddress> {
  const ctx = ledger.app.context(systemCaller(ledger.platformId));
  const [payable] = await payablesOf(ctx, [await ledger.reload(request)]);
  if (!payable) throw new Error("no such request");
  const option = await depositOption(ctx, payable, storedFee(payable));
  if (!option.isOffered) throw new Error(`not offered: ${option.reason}`);
  return option;
}

/** Status, what the payee and the fee receivers got of each payment that counts, whole units, and the events. */
export async function depositStanding(ledger: OpenLedger, request: RequestRow) {
  const { status } = await ledger.reload(request);
  const rows = await ledger.transfersOf(request);
  const counted = rows.filter(({ state }) => ["seen", "confirmed", "final"].includes(state));
  const [leg] = await ledger.app.database.db.select().from(feeLegs).where(eq(feeLegs.requestId, request.id));
  return {
    status,
    payee: counted.map(({ amount }) => Number(amount) / 1e6),
    fees: counted.map(({ feeAmount }) => Number(feeAmount) / 1e6),
    leg: Number(leg?.paid ?? 0n) / 1e6,
    events: await ledger.events(request),
  };
}

/** What was collected from an address, base units; `address` as the chain has it. */
export async function collectedFrom({ app }: OpenLedger, address: string): Promise<bigint> {
  const rows = await app.database.db
    .select()
    .from(depositCollections)
    .where(eq(depositCollections.address, address));
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

/** What the audits of payments find wrong; nothing, as long as all is well. */
export async function allDifferences({ ctx, chain }: OpenLedger): Promise<unknown[]> {
  const onChain = await auditChain(ctx, chain);
  if (!onChain) throw new Error("the chain was not compared");
  return [
    ...onChain.differences,
    ...(await auditSums(ctx)),
    ...(await auditSettlements(ctx)),
    ...(await auditLedger(ctx)),
  ];
}

/** The call that forwards what is at an address, as anybody may make it. */
export function collectCall(node: TestChain, { terms }: OfferedAddress) {
  const { depositFactory } = EVM_NETWORKS[node.network].contracts;
  if (!depositFactory) throw new Error("no factory");
  return {
    address: depositFactory.address,
    abi: depositFactoryAbi,
    functionName: "collect",
    args: [termsFromWire(terms)],
    gas: 600_000n,
  } as const;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
