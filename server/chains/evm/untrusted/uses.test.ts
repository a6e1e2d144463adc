import { describe, expect, test } from "vitest";
import { UNTRUSTED, type UntrustedLimit } from "@/server/chains/untrusted-limits";
import { readSources, type SourceFile } from "@/server/testing/source-files";

/** What calls a contract, asks a node for what contracts left behind, or decodes bytes that may come from one. */
const USE =
  /"eth_(?:call|estimateGas|getLogs|getCode|getStorageAt|getTransactionReceipt|getTransactionByHash)"|"wallet\/trigger\w+"|\bdecode(?:FunctionResult|FunctionData|AbiParameters|EventLog|ErrorResult|DeployData|Payments|Fields|Call)\(|\b(?:parseEventLogs|readContract|simulateContract|multicall|getLogs|getContractEvents|getCode|verifyMessage|verifyTypedData|verifyHash|estimateContractGas|estimateGas|transfersOf)(?:\?\.)?\(|\.(?:calls|estimate)\(/g;

type Limit = keyof typeof UNTRUSTED;

/** How often a file does so, under which limits, and for what is without one, why it needs none. */
interface Uses {
  times: number;
  limits: readonly Limit[];
  why?: string;
}

const none = (times: number, why: string): Uses => ({ times, limits: [], why });

/** Every file with such a use. A new one is entered with its limit, or with the reason why it has none. */
const USES: Record<string, Uses> = {
  "server/chains/evm/untrusted/ask.ts": none(1, "the one call that keeps the limits of others"),
  "server/chains/evm/safe/read-safe.ts": { times: 1, limits: ["safe"] },
  "server/chains/evm/account-owner.ts": { times: 1, limits: ["accountOwner"] },
  "server/chains/evm/contract-signature.ts": {
    times: 2,
    limits: ["walletSignature"],
    why: "code, which the chain itself limits to 24 kB (EIP-170)",
  },
  "server/recurring-payouts/signing/signature.ts": { times: 1, limits: ["walletSignature"] },

  "server/auth/signing-in/key-signature.ts": none(1, "a key's signature, which no contract is asked about"),
  "server/chains/evm/adapter.ts": none(
    5,
    "receipts and transactions, which the gas of a block limits; price feeds, and contracts that are ours",
  ),
  "server/chains/evm/block-reader.ts": none(2, "logs of payment contracts, which are ours"),
  "server/chains/evm/decode-payments.ts": none(1, "logs of payment contracts, whose words are counted first"),
  "server/chains/evm/logs-of-all.ts": none(1, "logs of our recurring contract and of Across' pool"),
  "server/chains/evm/native-payments.ts": none(1, "a call of our batch contract, within the gas of a block"),
  "server/chains/evm/rpc.ts": none(2, "how a call ended"),
  "server/chains/evm/safe/reader.ts": none(1, "whether a transaction exists"),
  "server/chains/evm/safe/safe-results.ts": { times: 2, limits: ["safeLogs"] },
  "server/chains/evm/settlement.ts": none(1, "the receipt of a payment"),
  "server/chains/evm/crosschain/mark-fills.ts": none(2, "the receipt of a payment"),
  "server/chains/evm/token-flows.ts": none(1, "the receipt of a payment"),
  "server/secure-payments/page/page-facts.ts": none(2, "recorded transfers, which the database limits"),
  "server/chains/evm/transaction-node.ts": none(6, "calls and receipts of the executor; see there"),
  "server/chains/evm/crosschain/events.ts": none(1, "logs of Across' pool"),
  "server/chains/evm/crosschain/message.ts": none(1, "messages in deposits"),
  "server/chains/evm/crosschain/lifi/message.ts": none(1, "messages in deposits"),
  "server/chains/evm/crosschain/lifi/verify.ts": none(1, "a short call that a provider wrote, compared"),
  "server/chains/evm/json-rpc-chain.ts": none(
    3,
    "one word of a token of our list or of the sanctions list, and logs of payment contracts",
  ),
  "server/chains/evm/crosschain/reader.ts": none(2, "Across' pool, and receipts"),
  "server/chains/evm/voices.ts": none(1, "receipts, for events of Across' pool"),
  "server/chains/tron/adapter.ts": none(
    2,
    "estimates of calls to our contracts; Tron has no wallets that are contracts",
  ),
  "server/chains/tron/execution.ts": none(1, "logs of the fee proxy"),
  "server/chains/tron/protobuf.ts": none(1, "a transaction in the body of a call, which is limited"),
  "server/chains/tron/relay.ts": none(1, "a transaction in the body of a call, which is limited"),
  "server/chains/tron/transaction.ts": none(2, "a transaction in the body of a call, which is limited"),
  "server/dashboard/deposits/prepare.ts": none(1, "how a call of our factory ended"),
  "server/dashboard/deposits/relay-collection.ts": none(
    1,
    "a transaction in the body of a call, which is limited",
  ),
  "server/dashboard/deposits/trial.ts": none(2, "calls of our factory, each within the limits of a node"),
  "server/executor/deployment.ts": none(2, "our recurring contract, whose code was compared"),
  "server/executor/failure.ts": { times: 3, limits: ["refusingToken", "instalment"] },
  "server/executor/instalment.ts": { times: 1, limits: ["instalment"] },
  "server/executor/reconcile.ts": none(1, "calldata that the executor wrote"),
  "server/executor/rehearse.ts": none(
    4,
    "our recurring contract, with the gas that `instalment.ts` gives each",
  ),
  "server/executor/send.ts": none(1, "what a transaction of the executor needs"),
  "server/prices/chainlink.ts": none(6, "price feeds of our configuration"),
  "server/quittances/check-on-chain.ts": none(2, "the transaction of a receipt that an operator checks"),
  "server/recurring-payouts/signing/contract.ts": none(1, "our recurring contract"),
  "server/requests/paying/readiness.ts": none(1, "the call of a payment of ours"),
  "server/rpc/methods.ts": none(5, "the names of what pages may ask"),
  "server/settler/choose.ts": none(1, "calls of our factory, each with the gas that it gives one address"),
  "server/settler/settle.ts": none(1, "the call of our factory that is about to be sent"),
};

const NOT_SERVED = /\.(?:test|suite|built)\.ts$|^server\/(?:testing|contract|http\/built)\//;
const sources = readSources(["server"]).filter(({ path }) => !NOT_SERVED.test(path));

/** What a file has, in the form in which it is entered above. */
function usesIn({ text }: SourceFile): { times: number; limits: string[] } {
  const limits = [...text.matchAll(/\bUNTRUSTED\.(\w+)/g)].map(([, name = ""]) => name);
  return { times: text.match(USE)?.length ?? 0, limits: [...new Set(limits)] };
}

describe("calls of contracts and decoders of what they said", () => {
  test("are all entered with their limits, or with the reason why they need none", () => {
    const found = sources.flatMap((file) => {
      const uses = usesIn(file);
      return uses.times > 0 ? [[file.path, uses] as const] : [];
    });
    const entered = Object.entries(USES).map(([path, { times, limits }]) => [path, { times, limits }]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(entered));
  });

  test("without a limit have a reason", () => {
    const silent = Object.entries(USES).filter(([, { limits, why }]) => limits.length === 0 && !why);
    expect(silent).toEqual([]);
  });

  test("of every limit there is one, and every limit bounds something", () => {
    const used = new Set(sources.flatMap((file) => usesIn(file).limits));
    expect([...used].sort()).toEqual(Object.keys(UNTRUSTED).sort());
    const limits: UntrustedLimit[] = Object.values(UNTRUSTED);
    for (const { gas, ms, bytes, count, per } of limits) {
      expect((gas === null || ms !== null) && Number.isSafeInteger(bytes)).toBe(true);
      expect(bytes > 0 && count > 0 && per !== "").toBe(true);
    }
  });

  test("a new one is noticed, in a file of its own and beside others", () => {
    const planted = (text: string) => usesIn({ path: "server/fees/charge.ts", text }).times;
    expect(planted('await rpc<Hex>("eth_call", [{ to, data }, "latest"])')).toBe(1);
    expect(planted("const owner = decodeFunctionResult({ abi, functionName, data })")).toBe(1);
    expect(planted("await chain.readContract?.({ to, data })")).toBe(1);
    expect(planted("verifyTypedData({ address, signature })")).toBe(1);
    expect(planted("await node.calls(calls)")).toBe(1);
    expect(planted('import { decodeFunctionResult } from "viem";')).toBe(0);
  });
});
