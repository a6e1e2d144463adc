import { zeroAddress } from "viem";
import type { depositAddresses } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DepositTerms } from "@/server/chains/deposit-address";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";

export type DepositAddressRow = typeof depositAddresses.$inferSelect;

const NO_REFERENCE: Hex = "0x0000000000000000";

/** The terms of a stored address, as its contract has them. */
export function termsOf(row: DepositAddressRow, network: NetworkId): DepositTerms {
  return {
    homeChainId: BigInt(NETWORKS[network].chainId),
    payee: hex(row.payee),
    token: hex(row.token),
    feeProxy: hex(row.feeProxy),
    paymentReference: hex(row.paymentReference),
    amount: row.amount,
    feeReceiver: hex(row.feeReceiver ?? zeroAddress),
    feeAmount: row.feeAmount,
    legReceiver: hex(row.legReceiver ?? zeroAddress),
    legAmount: row.legAmount,
    legReference: hex(row.legReference ?? NO_REFERENCE),
  };
}

/** Terms as they are stored. */
export function rowOfTerms(terms: DepositTerms) {
  const isSet = (address: Hex) => address !== zeroAddress;
  const { homeChainId: _, feeReceiver, legReceiver, legReference, ...same } = terms;
  return {
    ...same,
    feeReceiver: isSet(feeReceiver) ? feeReceiver : null,
    legReceiver: isSet(legReceiver) ? legReceiver : null,
    legReference: isSet(legReceiver) ? legReference : null,
  };
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
