import { zeroAddress } from "viem";
import { addressOf, type Expectation, expectationOf, type Transfer } from "@/components/pay/safety/expected";
import { Mismatch } from "@/components/pay/safety/mismatch";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** What a wallet reads from a QR code: EIP-681 requests to call a contract. */
export interface PaymentUris {
  /** Lets the proxy take the tokens; null for the native coin. Has to be on chain before the payment. */
  approval: string | null;
  payment: string;
}

/**
 * The payment as EIP-681 requests, with exact network, contract, token, recipient, amount and fee. It goes through
 * the fee proxy: a plain transfer would carry no payment reference and could not be matched. Built from what the
 * payer is shown and the addresses in the page. Null where a request cannot say it: on Tron, for several payments in
 * one transaction, for a recipient that is hidden, and for an amount that holds for a time and a wallet only.
 */
export function paymentUris(shown: ShownPayment): PaymentUris | null {
  if (shown.quote !== null) return null;
  try {
    const expectation = expectationOf(shown);
    const [transfer, ...others] = expectation.transfers;
    if (expectation.contract.name === "BatchPayments" || others.length > 0 || !transfer) return null;
    if (expectation.network.family !== "evm" || transfer.leg.recipient.commitment !== null) return null;
    return urisOf(expectation, transfer);
  } catch (error) {
    if (error instanceof Mismatch) return null;
    throw error;
  }
}

function urisOf({ contract, network }: Expectation, transfer: Transfer): PaymentUris {
  const { token, amount, reference } = transfer;
  const recipient = addressOf(network, "recipient", transfer.leg.recipient.address);
  const fee = feeInputs(transfer);
  const call = (address: string, name: string, inputs: readonly Input[]) =>
    uri(address, network.chainId, name, inputs);
  if (token.address === null) {
    const inputs: Input[] = [
      ["address", recipient],
      ["bytes", reference],
      ...fee,
      ["value", spentBy(transfer)],
    ];
    return { approval: null, payment: call(contract.address, "transferWithReferenceAndFee", inputs) };
  }
  return {
    approval: call(token.address, "approve", [
      ["address", contract.address],
      ["uint256", spentBy(transfer)],
    ]),
    payment: call(contract.address, "transferFromWithReferenceAndFee", [
      ["address", token.address],
      ["address", recipient],
      ["uint256", amount],
      ["bytes", reference],
      ...fee,
    ]),
  };
}

/** Solidity's name of the type, or `value` for wei, and what is passed. */
type Input = readonly [name: "address" | "uint256" | "bytes" | "value", value: string | bigint];

function feeInputs({ fee }: Transfer): Input[] {
  return [
    ["uint256", fee?.amount ?? 0n],
    ["address", fee?.address ?? zeroAddress],
  ];
}

function spentBy({ amount, fee }: Transfer): bigint {
  return amount + (fee?.amount ?? 0n);
}

/** Everything in it was checked, and is hexadecimal, decimal or a name of ours: there is nothing to escape. */
function uri(contract: string, chainId: number, name: string, inputs: readonly Input[]): string {
  const query = inputs.map(([type, value]) => `${type}=${value}`).join("&");
  return `ethereum:${contract}@${chainId}/${name}?${query}`;
}
