import { isAddressEqual, recoverTypedDataAddress } from "viem";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { conversionProblems } from "@/server/quittances/check-conversion";
import type { Quittance, QuittanceMessage } from "@/server/quittances/schema";
import { isConvertedMessage, typedDataOf } from "@/server/quittances/typed-data";

/** A signer as the service lists it. */
export interface ListedSigner {
  address: string;
  validUntil: string | null;
}

/** Something a quittance says that is not so. Empty lists of these are what one hopes for. */
export type Problem = string;

/**
 * What can be checked of a quittance without any network: that it was signed by `signer` (the address the
 * service publishes; by the one the document names when absent), and that its amounts add up.
 */
export async function checkOffline(quittance: Quittance, signer?: string): Promise<Problem[]> {
  const expected = signer ?? quittance.signer;
  return [...(await signatureProblems(quittance, expected)), ...(await sumProblems(quittance, expected))];
}

/** Who signed a quittance, where that is not `expected` or not whom it names. */
export async function signatureProblems(
  { message, signature, signer }: Quittance,
  expected: string,
): Promise<Problem[]> {
  const recovered = await recoverTypedDataAddress({ ...typedDataOf(message), signature });
  const problems: Problem[] = [];
  if (recovered.toLowerCase() !== expected.toLowerCase()) {
    problems.push(`signed by ${recovered}, not by ${expected}`);
  }
  if (!isAddressEqual(signer, recovered)) {
    problems.push(`names ${signer} as its signer, but ${recovered} signed it`);
  }
  return problems;
}

/** What a quittance says that does not fit together: transfers to somebody else, amounts that do not add up. */
export async function sumProblems({ message }: Quittance, signer: string): Promise<Problem[]> {
  const sums = isConvertedMessage(message) ? await conversionProblems(message, signer) : shortOf(message);
  return [...foreignTransfers(message), ...sums];
}

/**
 * Whether a service's list of signers (`GET /v2/quittance-signer`) has the signer of a quittance, for the time at which
 * its request was paid: a key that was replaced before cannot have signed it rightly.
 */
export function checkSigner({ signer, message }: Quittance, signers: readonly ListedSigner[]): Problem[] {
  const listed = signers.find(({ address }) => address.toLowerCase() === signer.toLowerCase());
  if (!listed) return [`${signer} is not among the signers of the service`];
  if (listed.validUntil === null || Date.parse(message.paidAt) <= Date.parse(listed.validUntil)) return [];
  return [`${signer} was replaced at ${listed.validUntil}, before the payment of ${message.paidAt}`];
}

/** Transfers that are not in the currency to the payee. */
function foreignTransfers(message: QuittanceMessage): Problem[] {
  const token = tokenById(message.currency);
  if (!token) return [`${message.currency} is not a currency of this service`];
  return message.transfers
    .filter(
      (transfer) =>
        transfer.network !== token.network ||
        transfer.decimals !== token.decimals ||
        walletKey(transfer.token) !== walletKey(token.address ?? "native") ||
        walletKey(transfer.payee) !== walletKey(message.payee),
    )
    .map((transfer) => `${transfer.transactionHash} is not in ${message.currency} to the payee`);
}

function shortOf(message: QuittanceMessage): Problem[] {
  const token = tokenById(message.currency);
  if (!token) return [];
  const total = message.transfers.reduce((sum, transfer) => sum + BigInt(transfer.amount), 0n);
  return [
    ...(total < parseAmount(message.amount, token.decimals)
      ? [`its transfers add up to ${formatAmount(total, token.decimals)}, less than ${message.amount}`]
      : []),
  ];
}
