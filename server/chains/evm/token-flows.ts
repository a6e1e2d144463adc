import type { Hex } from "@/server/chains/contract-addresses";
import type { RpcLog } from "@/server/chains/evm/rpc";

/** `Transfer(address,address,uint256)` (EIP-20). */
export const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const ZERO: Hex = "0x0000000000000000000000000000000000000000";

/** One movement of a token, from the token's own event. Addresses are lower-case. */
export interface TokenTransfer {
  logIndex: number;
  from: Hex;
  to: Hex;
  /** Base units, never 0. */
  value: bigint;
}

/**
 * What one token moved in a transaction, in the order of its events. Transfers of 0 are left out: most tokens let
 * anyone "move" 0 from anyone, so they say nothing.
 */
export function transfersOf(token: Hex, logs: readonly RpcLog[]): TokenTransfer[] {
  return logs
    .filter(({ address }) => address.toLowerCase() === token)
    .flatMap((log) => transferIn(log) ?? [])
    .sort((a, b) => a.logIndex - b.logIndex);
}

/** The movement that a log of a token tells; null for other events, and for a transfer of 0. */
export function transferIn(log: RpcLog): TokenTransfer | null {
  const { topics, data } = log;
  if (topics[0] !== TRANSFER || topics.length !== 3 || data.length !== 66) return null;
  const value = BigInt(data);
  if (value === 0n) return null;
  return { logIndex: Number(log.logIndex), from: addressIn(log, 1), to: addressIn(log, 2), value };
}

/**
 * Who paid each of these arrivals, which are transfers of the same token to payees: the one whose balance of the
 * token went down by it in the whole transaction. Walks back from the sender of the arrival while a sender only
 * handed on what it got: its balance ends as it began, one address alone gave it the money, and, unless it is a known
 * forwarder, it gave the money to nobody but payees, their fee receivers and the sender after it. `paid` tells which
 * transfers are payments or their fees. Null where the walk finds nobody or several, and where what an address
 * would have paid in all is more than it lost.
 */
export function payersOf(
  arrivals: readonly (TokenTransfer | null)[],
  transfers: readonly TokenTransfer[],
  { forwarders, paid }: { forwarders: ReadonlySet<string>; paid: ReadonlySet<TokenTransfer> },
): (Hex | null)[] {
  const change = new Map<Hex, bigint>();
  const givers = new Map<Hex, Set<Hex>>();
  const given = new Map<Hex, TokenTransfer[]>();
  for (const transfer of transfers) {
    const { from, to, value } = transfer;
    change.set(from, (change.get(from) ?? 0n) - value);
    change.set(to, (change.get(to) ?? 0n) + value);
    if (from !== to) givers.set(to, (givers.get(to) ?? new Set()).add(from));
    given.set(from, [...(given.get(from) ?? []), transfer]);
  }

  function handedOnFrom(sender: Hex, next: Hex | null): Hex | null {
    const [giver, ...others] = givers.get(sender) ?? [];
    if (giver === undefined || others.length > 0 || change.get(sender) !== 0n) return null;
    const isPlain = (given.get(sender) ?? []).every((transfer) => paid.has(transfer) || transfer.to === next);
    return isPlain || forwarders.has(sender) ? giver : null;
  }

  function payerOf(arrival: TokenTransfer): Hex | null {
    let next: Hex | null = null;
    let sender: Hex | null = arrival.from;
    const passed = new Set<Hex>();
    while (sender !== null && sender !== ZERO && !passed.has(sender)) {
      if ((change.get(sender) ?? 0n) < 0n) return sender;
      passed.add(sender);
      const giver: Hex | null = handedOnFrom(sender, next);
      next = sender;
      sender = giver;
    }
    return null;
  }

  const payers = arrivals.map((arrival) => arrival && payerOf(arrival));
  const sums = new Map<Hex, bigint>();
  for (const [i, payer] of payers.entries()) {
    if (payer) sums.set(payer, (sums.get(payer) ?? 0n) + (arrivals[i]?.value ?? 0n));
  }
  return payers.map((payer) =>
    payer && (sums.get(payer) ?? 0n) <= -(change.get(payer) ?? 0n) ? payer : null,
  );
}

function addressIn(log: RpcLog, topic: number): Hex {
  return `0x${(log.topics[topic] ?? "").slice(26).toLowerCase()}`;
}
