import { type Abi, decodeFunctionData, type Hex, toFunctionSignature } from "viem";
import { describeDeposit, describeLifi } from "@/components/pay/safety/calldata/describe-deposit";
import { argument, type Described } from "@/components/pay/safety/calldata/described";
import type { KnownContract } from "@/components/pay/safety/comparison";
import { batchAbi, erc20Abi, erc20BatchAbi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import { addressText } from "@/server/chains/address";
import { APPROVE, argumentsOf } from "@/server/chains/evm/calldata";
import type { Network } from "@/server/chains/networks";
import { nativeToken, tokenByAddress } from "@/server/currencies/tokens";

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
      argument("_tokenAddress", "token", written(network, token)),
      argument("_to", "recipient", written(network, to)),
      argument("_amount", "amount", amount, currency),
      argument("_paymentReference", "reference", reference),
      argument("_feeAmount", "feeAmount", feeAmount, currency),
      argument("_feeAddress", "feeRecipient", written(network, feeAddress)),
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
      argument("_to", "recipient", written(network, to)),
      argument("_paymentReference", "reference", reference),
      argument("_feeAmount", "feeAmount", feeAmount, nativeToken(network.id).id),
      argument("_feeAddress", "feeRecipient", written(network, feeAddress)),
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
      argument(`${group}.paymentNetworkId`, "paymentKind", paymentNetworkId),
      ...requestDetails.flatMap((detail, position) => {
        const name = `${group}.requestDetails[${position}]`;
        const [token] = detail.path;
        const currency = token === undefined ? nativeToken(network.id).id : currencyOf(network, token);
        return [
          argument(`${name}.recipient`, "recipient", written(network, detail.recipient)),
          argument(`${name}.requestAmount`, "amount", detail.requestAmount, currency),
          ...detail.path.map((step, index) =>
            argument(`${name}.path[${index}]`, "token", written(network, step)),
          ),
          argument(`${name}.paymentReference`, "reference", detail.paymentReference),
          argument(`${name}.feeAmount`, "feeAmount", detail.feeAmount, currency),
          argument(`${name}.maxToSpend`, "unused", detail.maxToSpend),
          argument(`${name}.maxRateTimespan`, "unused", detail.maxRateTimespan),
        ];
      }),
    ];
  });
  return {
    ...named(batchAbi, decoded.functionName),
    arguments: [
      ...details,
      argument("pathsToUSD.length", "unused", BigInt(pathsToUsd.length)),
      argument("feeAddress", "feeRecipient", written(network, feeAddress)),
    ],
  };
}

function tronBatch(network: Network, data: Hex): Described {
  const { functionName, args } = decodeFunctionData({ abi: erc20BatchAbi, data });
  const [token, recipients, amounts, references, feeAmounts, feeAddress] = args;
  const lists = [recipients, amounts, references, feeAmounts, ...(typeof token === "string" ? [] : [token])];
  if (new Set(lists.map((list) => list.length)).size > 1) throw new Error("lists of different lengths");
  const shared =
    typeof token === "string" ? [argument("_tokenAddress", "token", written(network, token))] : [];
  const transfers = recipients.flatMap((recipient, index) => {
    const own = typeof token === "string" ? token : (token[index] ?? "");
    const currency = currencyOf(network, own);
    return [
      argument(`_recipients[${index}]`, "recipient", written(network, recipient)),
      argument(`_amounts[${index}]`, "amount", amounts[index] ?? 0n, currency),
      ...(typeof token === "string"
        ? []
        : [argument(`_tokenAddresses[${index}]`, "token", written(network, own))]),
      argument(`_paymentReferences[${index}]`, "reference", references[index] ?? ""),
      argument(`_feeAmounts[${index}]`, "feeAmount", feeAmounts[index] ?? 0n, currency),
    ];
  });
  return {
    ...named(erc20BatchAbi, functionName),
    arguments: [
      ...shared,
      ...transfers,
      argument("_feeAddress", "feeRecipient", written(network, feeAddress)),
    ],
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
      argument("spender", "spender", written(network, spender)),
      argument("amount", "allowance", amount, currency),
    ],
  };
}

function named(abi: Abi, functionName: string): Pick<Described, "functionName" | "signature"> {
  const item = abi.find((one) => one.type === "function" && one.name === functionName);
  if (item?.type !== "function") throw new Error(`no function ${functionName}`);
  return { functionName, signature: toFunctionSignature(item) };
}

/** An address of calldata in the written form of its network. */
function written({ family }: Network, address: string): string {
  return addressText(family, address);
}

function currencyOf(network: Network, token: string): string | null {
  return tokenByAddress(network.id, written(network, token))?.id ?? null;
}
