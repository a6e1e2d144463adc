import type { Hex } from "viem";
import { argument, type Described } from "@/components/pay/safety/calldata/described";
import type { DecodedArgument } from "@/components/pay/safety/comparison";
import { addressText } from "@/server/chains/address";
import { type Deposit, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { lifiDeposit } from "@/server/chains/evm/crosschain/lifi/verify";
import type { DestinationPayments } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import { EVM_NETWORKS, type Network } from "@/server/chains/networks";
import { tokenByAddress } from "@/server/currencies/tokens";

const SIGNATURE =
  "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)";

/** What a deposit says, and what is done with its money on the other network. Throws for any other call. */
export function describeDeposit(source: Network, data: Hex): Described {
  const deposit = readDeposit(data);
  if (!deposit) throw new Error("not a deposit");
  return { functionName: "depositV3", signature: SIGNATURE, arguments: argumentsOf(source, deposit) };
}

const LIFI = "startBridgeTokensViaAcrossV4";

/** The same for a transaction of LI.FI's diamond: the deposit that it makes. Throws for any other call. */
export function describeLifi(source: Network, data: Hex): Described {
  const deposit = lifiDeposit(data);
  if (!deposit) throw new Error("not a deposit");
  return { functionName: LIFI, signature: `${LIFI}(tuple,tuple)`, arguments: argumentsOf(source, deposit) };
}

function argumentsOf(source: Network, deposit: Deposit): DecodedArgument[] {
  const destination = Object.values(EVM_NETWORKS).find(
    ({ chainId }) => chainId === deposit.destinationChainId,
  );
  const read = readCrosschainMessage(deposit.message);
  if (!destination || !read) throw new Error("not a message that pays");
  return [...ownArguments(source, destination, deposit), ...messageArguments(destination, read)];
}

function ownArguments(source: Network, destination: Network, deposit: Deposit): DecodedArgument[] {
  const from = tokenByAddress(source.id, written(deposit.inputToken))?.id ?? null;
  const to = tokenByAddress(destination.id, written(deposit.outputToken))?.id ?? null;
  return [
    argument("depositor", "refund", written(deposit.depositor)),
    argument("recipient", "unused", written(deposit.recipient)),
    argument("inputToken", "token", written(deposit.inputToken)),
    argument("outputToken", "token", written(deposit.outputToken)),
    argument("inputAmount", "amount", deposit.inputAmount, from),
    argument("outputAmount", "amount", deposit.outputAmount, to),
    argument("destinationChainId", "unused", BigInt(deposit.destinationChainId)),
    argument("exclusiveRelayer", "unused", written(deposit.exclusiveRelayer)),
    argument("quoteTimestamp", "deadline", BigInt(deposit.quoteTimestamp)),
    argument("fillDeadline", "deadline", BigInt(deposit.fillDeadline)),
    argument("exclusivityParameter", "deadline", BigInt(deposit.exclusivitySeconds)),
  ];
}

function messageArguments(destination: Network, read: DestinationPayments): DecodedArgument[] {
  return [
    argument("message.feeProxy", "spender", written(read.proxy)),
    ...read.payments.flatMap(({ token, payee, amount, reference, fee }, index) => {
      const name = `message.payments[${index}]`;
      const currency = tokenByAddress(destination.id, written(token))?.id ?? null;
      return [
        argument(`${name}.token`, "token", written(token)),
        argument(`${name}.to`, "recipient", written(payee)),
        argument(`${name}.amount`, "amount", amount, currency),
        argument(`${name}.paymentReference`, "reference", reference),
        argument(`${name}.feeAmount`, "feeAmount", fee?.amount ?? 0n, currency),
        ...(fee ? [argument(`${name}.feeAddress`, "feeRecipient", written(fee.address))] : []),
      ];
    }),
    argument("message.fallbackRecipient", "recipient", written(read.fallbackRecipient)),
  ];
}

function written(address: string): string {
  return addressText("evm", address);
}
