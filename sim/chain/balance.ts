import type { Hex } from "viem";
import type { Chain } from "@/sim/chain/chain";
import { transfersIn } from "@/sim/chain/contracts";

/** What somebody who spends without having got anything is taken to have had before. */
const SAVINGS = 10n ** 30n;

/** Base units of a token that an address has after the block of this height. Addresses are lower-case. */
export function balanceOf(chain: Chain, token: string, owner: string, height: number): bigint {
  let balance = 0n;
  for (const number of chain.busyHeights(0, height)) {
    for (const { logs } of chain.block(number)?.transactions ?? []) {
      for (const { from, to, value } of transfersIn(logs, token)) {
        if (to === owner) balance += value;
        if (from === owner) balance -= value;
      }
    }
  }
  return balance < 0n ? SAVINGS + balance : balance;
}

/** The address that a call of `balanceOf` asks about, lower-case; null for any other call. */
export function ownerAskedFor(data: string): Hex | null {
  const [, owner] = /^0x70a082310{24}([0-9a-f]{40})$/i.exec(data) ?? [];
  return owner === undefined ? null : `0x${owner.toLowerCase()}`;
}
