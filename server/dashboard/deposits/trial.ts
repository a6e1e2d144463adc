import type { ChainAdapter } from "@/server/chains/adapter";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { collectingCall } from "@/server/chains/deposit-collection";
import type { LeftOutDeposit } from "@/server/dashboard/deposits/schema";
import { inParallel } from "@/server/lib/concurrency/in-parallel";
import { type DepositAddressRow, termsOf } from "@/server/payments/deposit-addresses/address-row";

/** Calls that one node is asked for at the same time. */
const AT_ONCE = 8;

/** Who sends it does not matter: the contract pays the payee and the fee receivers whoever calls it. */
export const ANYBODY: Hex = "0x000000000000000000000000000000000000dEaD";

/**
 * Has the chain try to collect from each of these addresses by itself, and says why those cannot be that it refuses, by
 * address. One that fails would fail a transaction of its own, and cost gas for nothing among others. Throws `ChainError`.
 */
export async function tryCollecting(
  chain: ChainAdapter,
  rows: readonly DepositAddressRow[],
): Promise<Map<string, LeftOutDeposit["reason"]>> {
  const refused = new Map<string, LeftOutDeposit["reason"]>();
  await inParallel(rows, AT_ONCE, async (row) => {
    if (await succeeds(chain, row)) return;
    const { token } = await chain.funds({
      wallet: bytes(row.address),
      token: bytes(row.token),
      spender: null,
    });
    refused.set(row.address, token === 0n ? "empty" : "refused");
  });
  return refused;
}

async function succeeds(chain: ChainAdapter, row: DepositAddressRow): Promise<boolean> {
  const { call } = collectingCall(chain.network, [termsOf(row, chain.network.id)]);
  if (chain.readContract) return (await chain.readContract(call)) !== null;
  if (chain.estimateGas) return (await chain.estimateGas(ANYBODY, call)) !== null;
  throw new Error(`${chain.network.id} cannot try a call`);
}

function bytes(text: string): Hex {
  return addressBytes("evm", text);
}
