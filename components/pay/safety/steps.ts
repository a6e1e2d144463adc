import { slice } from "viem";
import { describeCalldata } from "@/components/pay/safety/calldata/describe";
import type { DecodedCall, Step } from "@/components/pay/safety/comparison";
import type { Built, Expectation, Preparation } from "@/components/pay/safety/expected";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Network } from "@/server/chains/networks";
import type { EvmTransaction, Verified, WalletBatch, WalletTransaction } from "@/wallet/wallet";

/** An approval as the payer signs it. */
export function approvalStep(network: Network, { kind, spend, allowance, built }: Preparation): Step {
  return {
    kind,
    transaction: verified(transactionOf(network, built)),
    call: callOf(network, built, new Map()),
    amounts: [{ currency: spend.token.id, amount: allowance }],
  };
}

/** The payment as the payer signs it. `recipients` stand beside the transfers, in full. */
export function paymentStep(expectation: Expectation, built: Built, recipients: readonly string[]): Step {
  const { network, spends } = expectation;
  return {
    kind: "pay",
    transaction: verified(transactionOf(network, built)),
    call: callOf(network, built, hiddenIn(expectation, recipients)),
    amounts: spends.map(({ token, amount }) => ({ currency: token.id, amount })),
  };
}

/**
 * A deposit into a bridge as the payer signs it on the source; `expectation` is what it pays on the other network, with
 * `recipients` beside its transfers, in full.
 */
export function depositStep(
  expectation: Expectation,
  { network, spends }: Expectation,
  built: Built,
  recipients: readonly string[],
): Step {
  return {
    kind: "pay",
    transaction: verified(transactionOf(network, built)),
    call: callOf(network, built, hiddenIn(expectation, recipients)),
    amounts: spends.map(({ token, amount }) => ({ currency: token.id, amount })),
  };
}

function hiddenIn({ transfers }: Expectation, recipients: readonly string[]): Map<string, string> {
  return new Map(
    transfers.flatMap(({ leg }, index) =>
      leg.recipient.commitment === null ? [] : [[recipients[index] ?? "", leg.recipient.address] as const],
    ),
  );
}

/** All steps as one batch: no call more, none less, in their order. Null on a network whose wallets know no batches. */
export function batchOf(network: Network, steps: readonly Step[]): Verified<WalletBatch> | null {
  if (network.family !== "evm") return null;
  const calls = steps.flatMap(({ transaction }): EvmTransaction[] =>
    transaction.family === "evm" ? [transaction] : [],
  );
  return verified({ chainId: network.chainId, calls });
}

/** `hidden` holds what is shown of recipients that are not shown in full. */
function callOf(network: Network, built: Built, hidden: ReadonlyMap<string, string>): DecodedCall {
  const contract = { name: built.contract, address: built.to };
  const described = describeCalldata(network, contract, built.data);
  return {
    contract: { ...contract, network: network.id },
    functionName: described.functionName,
    arguments: described.arguments.map((argument) => ({
      ...argument,
      value: hidden.get(argument.value) ?? argument.value,
    })),
    value: built.value,
    data: hidden.size === 0 ? built.data : null,
  };
}

function transactionOf(network: Network, { contract, to, data, value, feeLimit }: Built): WalletTransaction {
  if (network.family === "evm") {
    return { family: "evm", chainId: network.chainId, to: checksumEvmAddress(to), data, value };
  }
  return {
    family: "tron",
    contract: to,
    functionSelector: describeCalldata(network, { name: contract, address: to }, data).signature,
    parameter: slice(data, 4),
    callValue: value,
    feeLimit: feeLimit ?? 0n,
  };
}

/** The brand says what `compare` has done; no value could carry it otherwise. */
function verified<T extends WalletTransaction | WalletBatch>(compared: T): Verified<T> {
  return compared as Verified<T>;
}
