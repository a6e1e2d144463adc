import { encodeAbiParameters, type Hex } from "viem";
import { expect, test } from "vitest";
import { CONVERSION, decodePayments, proxyEvents, TOKEN_PAYMENT } from "@/server/chains/evm/decode-payments";
import type { RpcLog } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";

const { contracts } = EVM_NETWORKS.mainnet;
const proxies = proxyEvents(contracts);
const PLAIN = contracts.erc20FeeProxy.address;
const CONVERTING: Hex = contracts.erc20ConversionProxy?.address ?? "0x";
const REFERENCE: Hex = `0x${"11".repeat(32)}`;
const OTHER: Hex = `0x${"22".repeat(32)}`;
const SOMEBODY: Hex = "0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7";

let index = 0;
function logOf(address: Hex, topics: Hex[], data: Hex, txHash: Hex): RpcLog {
  index += 1;
  const blockHash: Hex = `0x${"bb".repeat(32)}`;
  const logIndex: Hex = `0x${index.toString(16)}`;
  return { address, topics, data, blockNumber: "0x1", blockHash, transactionHash: txHash, logIndex };
}
const TX: Hex = `0x${"aa".repeat(32)}`;
const NEXT_TX: Hex = `0x${"ab".repeat(32)}`;
const paid = (proxy: Hex, reference = REFERENCE, txHash = TX) =>
  logOf(
    proxy,
    [TOKEN_PAYMENT, reference],
    encodeAbiParameters(
      [
        { type: "address" },
        { type: "address" },
        { type: "uint256" },
        { type: "uint256" },
        { type: "address" },
      ],
      [SOMEBODY, SOMEBODY, 10n, 0n, SOMEBODY],
    ),
    txHash,
  );
const converted = (proxy: Hex, reference = REFERENCE, txHash = TX) =>
  logOf(
    proxy,
    [CONVERSION, reference],
    encodeAbiParameters(
      [{ type: "uint256" }, { type: "address" }, { type: "uint256" }, { type: "uint256" }],
      [500n, SOMEBODY, 0n, 60n],
    ),
    txHash,
  );

test.each<[what: string, logs: RpcLog[], conversions: (bigint | null)[]]>([
  ["of the payment right before it", [paid(CONVERTING), converted(CONVERTING)], [500n]],
  [
    "each of its own of two with one reference",
    [paid(CONVERTING), converted(CONVERTING), paid(CONVERTING), converted(CONVERTING)],
    [500n, 500n],
  ],
  ["not of one from the plain proxy", [paid(PLAIN), converted(CONVERTING)], [null]],
  [
    "not of one that stands further back",
    [paid(CONVERTING), paid(PLAIN, OTHER), converted(CONVERTING)],
    [null, null],
  ],
  ["not of one with another reference", [paid(CONVERTING, OTHER), converted(CONVERTING)], [null]],
  ["not of one that has one", [paid(CONVERTING), converted(CONVERTING), converted(CONVERTING)], [500n]],
  [
    "not of one in another transaction",
    [paid(CONVERTING), converted(CONVERTING, REFERENCE, NEXT_TX)],
    [null],
  ],
  ["of nobody when the plain proxy emits it", [paid(PLAIN), converted(PLAIN)], [null]],
])("a conversion event is %s", (_what, logs, conversions) => {
  const payments = decodePayments(logs, proxies);
  expect(payments.map(({ conversion }) => conversion?.amount ?? null)).toEqual(conversions);
});
