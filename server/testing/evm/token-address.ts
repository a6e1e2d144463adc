import type { Hex } from "viem";
import { tokenById } from "@/server/currencies/tokens";

/** Address of a token's contract on an EVM network. Throws for a token that is unknown or a coin. */
export function tokenAddress(id: string): Hex {
  const address = tokenById(id)?.address;
  if (!address) throw new Error(`no token ${id}`);
  return `0x${address.slice(2)}`;
}
