import { zeroAddress } from "viem";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { type DepositTerms, depositAddressOn, UnsafeDepositTerms } from "@/server/chains/deposit-address";
import { NETWORKS } from "@/server/chains/networks";
import type { Due } from "@/server/requests/paying/due";
import { proxyPayment } from "@/server/requests/paying/payment-plan";
import { plannedTransfers } from "@/server/requests/paying/planned-transfers";

const NO_REFERENCE: Hex = "0x0000000000000000";

/** A deposit address and what it is made of. */
export interface PlannedAddress {
  address: Hex;
  terms: DepositTerms;
}

/**
 * The deposit address of a payment that nothing of is paid yet. Null where its terms do not fit into an address: more than
 * two fees, an amount beyond 128 bits, a network without the contracts.
 */
export function plannedAddress(due: Due): PlannedAddress | null {
  const network = NETWORKS[due.token.network];
  const [payment, leg, ...others] = plannedTransfers([due]).map(proxyPayment);
  if (!payment?.token || others.length > 0) return null;
  const terms: DepositTerms = {
    homeChainId: BigInt(network.chainId),
    payee: payment.payee,
    token: payment.token,
    feeProxy: addressBytes(network.family, network.contracts.erc20FeeProxy.address),
    paymentReference: payment.reference,
    amount: payment.amount,
    feeReceiver: payment.fee?.address ?? zeroAddress,
    feeAmount: payment.fee?.amount ?? 0n,
    legReceiver: leg?.payee ?? zeroAddress,
    legAmount: leg?.amount ?? 0n,
    legReference: leg?.reference ?? NO_REFERENCE,
  };
  try {
    const address = depositAddressOn(network, terms);
    return address && { terms, address };
  } catch (error) {
    if (error instanceof UnsafeDepositTerms) return null;
    throw error;
  }
}
