import { z } from "zod";
import { addressBytes, type ChainFamily, isZeroAddress, parseAddress } from "@/server/chains/address";
import { parseAnyAddress } from "@/server/chains/any-address";
import type { Hex } from "@/server/chains/contract-addresses";
import { invalidField } from "@/server/errors";

const MESSAGES: Record<ChainFamily, string> = {
  evm: "Invalid Ethereum address",
  tron: "Invalid Tron address",
};

/** A wallet of a query. Whether it fits the network of the request is for `payerWallet`. */
export const WalletText = z.string().superRefine((text, check) => {
  if (typeof parseAnyAddress(text) === "object") return;
  check.addIssue({ code: "custom", message: MESSAGES[text.startsWith("T") ? "tron" : "evm"] });
});

/**
 * The wallet of a query, which pays on a network of this family: its 20 bytes. Throws 400 with the message of
 * behaviour.md §4.2 for anything else, an address of another family included.
 */
export function payerWallet(family: ChainFamily, text: string, field = "wallet"): Hex {
  const parsed = parseAddress(family, text);
  if (!parsed.ok || isZeroAddress(family, parsed.address)) throw invalidField(field, MESSAGES[family]);
  return addressBytes(family, parsed.address);
}
