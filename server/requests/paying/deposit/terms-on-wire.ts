import { getAddress } from "viem";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DepositTerms } from "@/server/chains/deposit-address";
import type { DepositTermsOnWire } from "@/server/requests/paying/deposit/schema";

/** Terms as callers read them, with addresses in the letter case of EIP-55. Stored addresses have lost theirs. */
export function termsOnWire(terms: DepositTerms): DepositTermsOnWire {
  return {
    payee: getAddress(terms.payee),
    token: getAddress(terms.token),
    feeProxy: getAddress(terms.feeProxy),
    feeReceiver: getAddress(terms.feeReceiver),
    legReceiver: getAddress(terms.legReceiver),
    paymentReference: terms.paymentReference,
    legReference: terms.legReference,
    homeChainId: terms.homeChainId.toString(),
    amount: terms.amount.toString(),
    feeAmount: terms.feeAmount.toString(),
    legAmount: terms.legAmount.toString(),
  };
}

/** The way back. Throws for what are no numbers. */
export function termsFromWire(terms: DepositTermsOnWire): DepositTerms {
  return {
    homeChainId: BigInt(terms.homeChainId),
    payee: hex(terms.payee),
    token: hex(terms.token),
    feeProxy: hex(terms.feeProxy),
    paymentReference: hex(terms.paymentReference),
    amount: BigInt(terms.amount),
    feeReceiver: hex(terms.feeReceiver),
    feeAmount: BigInt(terms.feeAmount),
    legReceiver: hex(terms.legReceiver),
    legAmount: BigInt(terms.legAmount),
    legReference: hex(terms.legReference),
  };
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
