import { type Abi, decodeFunctionData, type Hex, toFunctionSignature } from "viem";
import type { ArgumentMeaning, DecodedArgument, KnownContract } from "@/components/pay/safety/comparison";
import { describeDeposit, describeLifi } from "@/components/pay/safety/crosschain/describe-deposit";
import { batchAbi, erc20Abi, erc20BatchAbi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import { addressText } from "@/server/chains/address";
import { APPROVE, argumentsOf } from "@/server/chains/evm/calldata";
import type { Network } from "@/server/chains/networks";
import { nativeToken, tokenByAddress } from "@/server/currencies/tokens";

export interface Described {
  functionName: string;
  /** `approve(address,uint256)`. */
  signature: string;
  arguments: DecodedArgument[];
}

/** What calldata says, argument by argument. Throws unless it calls a function that a payment uses. */
export function describeCalldata(
  network: Network,
  contract: { name: KnownContract; address: string },
  data: Hex,
): Described {
  switch (contract.name) {
    case "ERC20FeeProxy":
      return tokenPayment(network, data);
    case "EthereumFeeProxy":
      return nativePayment(network, data);
    case "BatchPayments":
      return network.family === "tron" ? tronBatch(network, data) : batch(network, data);
    case "RecurringPayments":
      // Nothing of it is in an answer: the page builds its only call itself.
      throw new Error("no payment calls it");
    case "AcrossSpokePool":
      return describeDeposit(network, data);
    case "LifiDiamond":
      return describeLifi(network, data);
    case "Token":
      return approval(network, contract.address, data);
  }
}

function tokenPayment(network: Network, data: Hex): Described {
  const { functionName, args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
  const [token, to, amount, reference, feeAmount, feeAddress] = args;
  const currency = currencyOf(network, token);
  return {
    ...named(erc20FeeProxyAbi, functionName),
    arguments: [
      one("_tokenAddress", "token", written(network, token)),
      one("_to", "recipient", written(network, to)),
      one("_amount", "amount", amount, currency),
      one("_paymentReference", "reference", reference),
      one("_feeAmount", "feeAmount", feeAmount, currency),
      one("_feeAddress", "feeRecipient", written(network, feeAddress)),
    ],
  };
}

function nativePayment(network: Network, data: Hex): Described {
  const decoded = decodeFunctionData({ abi: ethereumFeeProxyAbi, data });
  if (decoded.functionName !== "transferWithReferenceAndFee") throw new Error(decoded.functionName);
  const [to, reference, feeAmount, feeAddress] = decoded.args;
  return {
    ...named(ethereumFeeProxyAbi, decoded.functionName),
    arguments: [
      one("_to", "recipient", written(network, to)),
      one("_paymentReference", "reference", reference),
      one("_feeAmount", "feeAmount", feeAmount, nativeToken(network.id).id),
      one("_feeAddress", "feeRecipient", written(network, feeAddress)),
    ],
  };
}

function batch(network: Network, data: Hex): Described {
  const decoded = decodeFunctionData({ abi: batchAbi, data });
  if (decoded.functionName !== "batchPayments") throw new Error(decoded.functionName);
  const [groups, pathsToUsd, feeAddress] = decoded.args;
  const details = groups.flatMap(({ paymentNetworkId, requestDetails }, at) => {
    const group = `metaDetails[${at}]`;
    return [
      one(`${group}.paymentNetworkId`, "paymentKind", paymentNetworkId),
      ...requestDetails.flatMap((detail, position) => {
        const name = `${group}.requestDetails[${position}]`;
        const [token] = detail.path;
        const currency = token === undefined ? nativeToken(network.id).id : currencyOf(network, token);
        return [
          one(`${name}.recipient`, "recipient", written(network, detail.recipient)),
          one(`${name}.requestAmount`, "amount", detail.requestAmount, currency),
          ...detail.path.map((step, index) => one(`${name}.path[${index}]`, "token", written(network, step))),
          one(`${name}.paymentReference`, "reference", detail.paymentReference),
          one(`${name}.feeAmount`, "feeAmount", detail.feeAmount, currency),
          one(`${name}.maxToSpend`, "unused", detail.maxToSpend),
          one(`${name}.maxRateTimespan`, "unused", detail.maxRateTimespan),
        ];
      }),
    ];
  });
  return {
    ...named(batchAbi, decoded.functionName),
    arguments: [
      ...details,
      one("pathsToUSD.length", "unused", BigInt(pathsToUsd.length)),
      one("feeAddress", "feeRecipient", written(network, feeAddress)),
    ],
  };
}

function tronBatch(network: Network, data: Hex): Described {
  const { functionName, args } = decodeFunctionData({ abi: erc20BatchAbi, data });
  const [token, recipients, amounts, references, feeAmounts, feeAddress] = args;
  const lists = [recipients, amounts, references, feeAmounts, ...(typeof token === "string" ? [] : [token])];
  if (new Set(lists.map((list) => list.length)).size > 1) throw new Error("lists of different lengths");
  const shared = typeof token === "string" ? [one("_tokenAddress", "token", written(network, token))] : [];
  const transfers = recipients.flatMap((recipient, index) => {
    const own = typeof token === "string" ? token : (token[index] ?? "");
    const currency = currencyOf(network, own);
    return [
      one(`_recipients[${index}]`, "recipient", written(network, recipient)),
      one(`_amounts[${index}]`, "amount", amounts[index] ?? 0n, currency),
      ...(typeof token === "string"
        ? []
        : [one(`_tokenAddresses[${index}]`, "token", written(network, own))]),
      one(`_paymentReferences[${index}]`, "reference", references[index] ?? ""),
      one(`_feeAmounts[${index}]`, "feeAmount", feeAmounts[index] ?? 0n, currency),
    ];
  });
  return {
    ...named(erc20BatchAbi, functionName),
    arguments: [...shared, ...transfers, one("_feeAddress", "feeRecipient", written(network, feeAddress))],
  };
}

function approval(network: Network, token: string, data: Hex): Described {
  const args = argumentsOf(APPROVE, data);
  if (!args) throw new Error("not an approval");
  const [spender, amount] = args;
  const currency = tokenByAddress(network.id, token)?.id ?? null;
  return {
    ...named(erc20Abi, "approve"),
    arguments: [
      one("spender", "spender", written(network, spender)),
      one("amount", "allowance", amount, currency),
    ],
  };
}

function named(abi: Abi, functionName: string): Pick<Described, "functionName" | "signature"> {
  const item = abi.find((one) => one.type === "function" && one.name === functionName);
  if (item?.type !== "function") throw new Error(`no function ${functionName}`);
  return { functionName, signature: toFunctionSignature(item) };
}

function one(
  name: string,
  meaning: ArgumentMeaning,
  value: string | bigint,
  currency: string | null = null,
): DecodedArgument {
  return { name, meaning, value: value.toString(), currency };
}

/** An address of calldata in the written form of its network. */
function written({ family }: Network, address: string): string {
  return addressText(family, address);
}

function currencyOf(network: Network, token: string): string | null {
  return tokenByAddress(network.id, written(network, token))?.id ?? null;
}
