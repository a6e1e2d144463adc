import { Mismatch } from "@/components/pay/safety/mismatch";
import { objectOf, textOf } from "@/components/pay/safety/parse";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DepositTerms } from "@/server/chains/deposit-address";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const REFERENCE = /^0x[0-9a-f]{16}$/;
const UNITS = /^(?:0|[1-9]\d{0,38})$/;

/** The terms of a deposit address as an answer writes them. Throws `Mismatch` for any other form. */
export function readDepositTerms(offered: unknown): DepositTerms {
  const parts = objectOf("terms", offered, [
    "homeChainId",
    "payee",
    "token",
    "feeProxy",
    "paymentReference",
    "amount",
    "feeReceiver",
    "feeAmount",
    "legReceiver",
    "legAmount",
    "legReference",
  ]);
  const matching = (name: string, pattern: RegExp): string => {
    const text = textOf(name, parts[name]);
    if (!pattern.test(text)) throw new Mismatch("answer", `${name} in its form`, text);
    return text;
  };
  const hex = (name: string, pattern: RegExp): Hex => `0x${matching(name, pattern).slice(2)}`;
  const units = (name: string) => BigInt(matching(name, UNITS));
  return {
    homeChainId: units("homeChainId"),
    payee: hex("payee", ADDRESS),
    token: hex("token", ADDRESS),
    feeProxy: hex("feeProxy", ADDRESS),
    paymentReference: hex("paymentReference", REFERENCE),
    amount: units("amount"),
    feeReceiver: hex("feeReceiver", ADDRESS),
    feeAmount: units("feeAmount"),
    legReceiver: hex("legReceiver", ADDRESS),
    legAmount: units("legAmount"),
    legReference: hex("legReference", REFERENCE),
  };
}
