import { zeroAddress } from "viem";
import type { ProblemField, Signer } from "@/components/pay/safety/comparison";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { addressBytes, parseAddress, sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { EVM_NETWORKS, type EvmNetwork, isEvmNetworkId } from "@/server/chains/networks";
import { type ContractToken, tokenById } from "@/server/currencies/tokens";
import { PERIOD_SECONDS } from "@/server/recurring-payouts/calendar";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";
import { permitDigest, type SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";

/** The permit as the page itself builds it from what the payer is shown. Nothing else reaches a wallet. */
export interface ExpectedPermit {
  network: EvmNetwork;
  token: ContractToken;
  /** EIP-55. */
  contract: Hex;
  permit: SchedulePermit;
  digest: Hex;
  /** What one instalment takes from the payer, base units. */
  cost: bigint;
}

const MAX_PAYMENTS = 255;
const MAX_UINT128 = 2n ** 128n - 1n;
const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_UINT32 = 2 ** 32 - 1;

/** Throws `Mismatch` for what no page of ours shows. */
export function expectedPermit(shown: ShownSchedule): ExpectedPermit {
  if (!isEvmNetworkId(shown.network)) throw new Mismatch("network", "a network with permits", shown.network);
  const network = EVM_NETWORKS[shown.network];
  const token = tokenById(shown.currency);
  if (token?.network !== network.id || token.address === null) {
    throw new Mismatch("token", `a token of ${network.id}`, shown.currency);
  }
  const { payments, firstPayment, fee } = shown;
  if (!Object.hasOwn(PERIOD_SECONDS, shown.frequency)) {
    throw new Mismatch("dates", "a known frequency", shown.frequency);
  }
  const periodSeconds = PERIOD_SECONDS[shown.frequency];
  if (!Number.isInteger(payments) || payments < 1 || payments > MAX_PAYMENTS) {
    throw new Mismatch("dates", `1 to ${MAX_PAYMENTS} payments`, payments);
  }
  if (!Number.isInteger(firstPayment) || firstPayment < 0 || firstPayment > MAX_UINT32) {
    throw new Mismatch("dates", "a date", firstPayment);
  }
  // One period for the last instalment to be tried in, and no day longer.
  requireSame("dates", firstPayment + periodSeconds * (payments + 1), shown.deadline);
  const amount = unitsOf("amount", shown.amount, MAX_UINT128);
  if (amount === 0n) throw new Mismatch("amount", "an amount", shown.amount);
  const permit: SchedulePermit = {
    subscriber: addressOf("wallet", shown.payer),
    token: addressBytes("evm", token.address),
    recipient: addressOf("recipient", shown.recipient),
    feeAddress: fee ? addressOf("feeRecipient", fee.address) : zeroAddress,
    amount,
    feeAmount: fee ? unitsOf("feeAmount", fee.amount, MAX_UINT128) : 0n,
    // The service takes nothing for the gas that it pays.
    gasFee: 0n,
    periodSeconds,
    firstExec: firstPayment,
    totalExecutions: payments,
    nonce: unitsOf("permit", shown.nonce, MAX_UINT256),
    deadline: BigInt(shown.deadline),
  };
  const contract = addressOf("contract", shown.contract);
  const digest = permitDigest(network.chainId, contract, permit);
  return { network, token, contract, permit, digest, cost: permit.amount + permit.feeAmount };
}

/** Only the payer's own wallet may sign or cancel. Throws `Mismatch`. */
export function requirePayer({ permit }: ExpectedPermit, wallet: Signer): void {
  requireSame("wallet", "evm", wallet.family);
  if (!sameAddress("evm", permit.subscriber, wallet.address)) {
    throw new Mismatch("wallet", permit.subscriber, wallet.address);
  }
}

/** EIP-55; a schedule is shown in no other form. */
function addressOf(field: ProblemField, text: string): Hex {
  const parsed = parseAddress("evm", text);
  if (!parsed.ok || parsed.address !== text || text === zeroAddress) {
    throw new Mismatch(field, "an address in full", text);
  }
  return `0x${text.slice(2)}`;
}

function unitsOf(field: ProblemField, text: string, most: bigint): bigint {
  const units = /^(?:0|[1-9][0-9]{0,77})$/.test(text) ? BigInt(text) : null;
  if (units === null || units > most) throw new Mismatch(field, "an amount in base units", text);
  return units;
}
