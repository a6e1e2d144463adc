import { type SQL, sql } from "drizzle-orm";
import { payerKey } from "@/db/keys";
import { transfers } from "@/db/schema";
import { parseAddress, tronToHex20 } from "@/server/chains/address";

/** A wallet to search for: the family its networks belong to, and its 20 bytes as lower-case hex. */
export interface SearchedWallet {
  isTron: boolean;
  hex20: string;
}

/**
 * Reads a wallet address of a query (PS-04): EVM in any letter case, checksummed or not, Tron exactly. Null
 * for anything else.
 */
export function searchedWallet(text: string): SearchedWallet | null {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { isTron: false, hex20: text.toLowerCase() };
  return parseAddress("tron", text).ok ? { isTron: true, hex20: tronToHex20(text) } : null;
}

/** The condition that a transfer to this account came from this wallet, in the form that its index serves. */
export function isPayerOf(platformId: string, hex20: string): SQL {
  const digits = hex20.slice(2);
  return sql`${payerKey(transfers)} = hashtextextended(${`${platformId}/${digits}`}, 0)
    and ${transfers.platformId} = ${platformId} and ${transfers.payer} = decode(${digits}, 'hex')`;
}
