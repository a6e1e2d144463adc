import type { Hex } from "viem";
import type { ArgumentMeaning, DecodedArgument } from "@/components/pay/safety/comparison";
import type { Described } from "@/components/pay/safety/describe";
import { addressText } from "@/server/chains/address";
import { type Deposit, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { lifiDeposit } from "@/server/chains/evm/crosschain/lifi/verify";
import type { DestinationPayments } from "@/server/chains/evm/crosschain/message";
import { readBridgedMessage } from "@/server/chains/evm/crosschain/read-message";
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
  const read = readBridgedMessage(deposit.message);
  if (!destination || !read) throw new Error("not a message that pays");
  return [...ownArguments(source, destination, deposit), ...messageArguments(destination, read)];
}

function ownArguments(source: Network, destination: Network, deposit: Deposit): DecodedArgument[] {
  const from = tokenByAddress(source.id, written(deposit.inputToken))?.id ?? null;
  const to = tokenByAddress(destination.id, written(deposit.outputToken))?.id ?? null;
  return [
    one("depositor", "refund", written(deposit.depositor)),
    one("recipient", "unused", written(deposit.recipient)),
    one("inputToken", "token", written(deposit.inputToken)),
    one("outputToken", "token", written(deposit.outputToken)),
    one("inputAmount", "amount", deposit.inputAmount, from),
    one("outputAmount", "amount", deposit.outputAmount, to),
    one("destinationChainId", "unused", BigInt(deposit.destinationChainId)),
    one("exclusiveRelayer", "unused", written(deposit.exclusiveRelayer)),
    one("quoteTimestamp", "deadline", BigInt(deposit.quoteTimestamp)),
    one("fillDeadline", "deadline", BigInt(deposit.fillDeadline)),
    one("exclusivityParameter", "deadline", BigInt(deposit.exclusivitySeconds)),
  ];
}

function messageArguments(destination: Network, read: DestinationPayments): DecodedArgument[] {
  return [
    one("message.feeProxy", "spender", written(read.proxy)),
    ...read.payments.flatMap(({ token, payee, amount, reference, fee }, index) => {
      const name = `message.payments[${index}]`;
      const currency = tokenByAddress(destination.id, written(token))?.id ?? null;
      return [
        one(`${name}.token`, "token", written(token)),
        one(`${name}.to`, "recipient", written(payee)),
        one(`${name}.amount`, "amount", amount, currency),
        one(`${name}.paymentReference`, "reference", reference),
        one(`${name}.feeAmount`, "feeAmount", fee?.amount ?? 0n, currency),
        ...(fee ? [one(`${name}.feeAddress`, "feeRecipient", written(fee.address))] : []),
      ];
    }),
    one("message.fallbackRecipient", "recipient", written(read.fallbackRecipient)),
  ];
}

function one(
  name: string,
  meaning: ArgumentMeaning,
  value: string | bigint,
  currency: string | null = null,
): DecodedArgument {
  return { name, meaning, value: value.toString(), currency };
}

function written(address: string): string {
  return addressText("evm", address);
}
