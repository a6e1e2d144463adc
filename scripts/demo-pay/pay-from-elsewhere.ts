import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { Stack } from "@/local/running-stack/stack-file";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { readTransactionValue } from "@/server/chains/transaction-value";

const SOURCE = EVM_NETWORKS.mainnet;
const PATIENCE_MS = 60_000;
/** A deposit that nobody fills can be filled for three minutes; then it goes back. */
const REFUND_PATIENCE_MS = 330_000;

const Calldata = z.object({
  transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.unknown() })),
  metadata: z.object({ sourceAmount: z.string(), hasEnoughBalance: z.boolean() }),
});
const Read = z.object({
  status: z.string(),
  hasBeenPaid: z.boolean(),
  paymentCurrency: z.string(),
  txHash: z.string().nullish(),
  note: z.string().nullish(),
});

/**
 * Pays a request on another network with the account whose money is on Ethereum alone, and follows it: the deposit, what
 * the filler makes of it, and the payment or the refund.
 */
export async function payFromElsewhere(
  stack: Stack,
  say: (line: string) => void,
  given: string | undefined,
): Promise<void> {
  const requestId = given ?? stack.demo?.crosschain?.requestId;
  const traveller = stack.accounts?.traveller;
  const rpcUrl = stack.networks[SOURCE.id]?.rpcUrl;
  if (!requestId || !traveller || !rpcUrl || !stack.credentials) {
    throw new Error(
      "This needs the local chains of Ethereum and Base, which npm start has without --networks.",
    );
  }
  const { apiKey } = stack.credentials.tenantA;
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${stack.apiUrl}/v2/request/${requestId}${path}`, {
      headers: { "x-api-key": apiKey },
    });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const read = async () => Read.parse(await get(""));
  if (!isHex(traveller.privateKey)) throw new Error("stack.json holds no private key in hex");
  const account = privateKeyToAccount(traveller.privateKey);

  const request = await read();
  say(`Request ${requestId}: ${request.status}, to be paid in ${request.paymentCurrency}`);
  if (request.hasBeenPaid) return say("It is paid already.");
  const query = new URLSearchParams({ wallet: account.address, chain: "ETHEREUM", token: "USDC" });
  const { transactions, metadata } = Calldata.parse(await get(`/pay?${query}`));
  say(`From Ethereum it costs ${metadata.sourceAmount} USDC, the bridge's fee included`);
  const chain = chainAt(SOURCE, rpcUrl);
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account, chain, transport });
  const node = createPublicClient({ chain, transport, pollingInterval: 50 });
  for (const [index, { to, data, value }] of transactions.entries()) {
    const wei = readTransactionValue(value);
    if (!isAddress(to) || !isHex(data) || wei === null) throw new Error("not an EVM transaction");
    const hash = await wallet.sendTransaction({ to, data, value: wei });
    const { status, blockNumber } = await minedReceipt(node, hash);
    const what = index === transactions.length - 1 ? "Deposit" : "Approval";
    say(`${what} on Ethereum: ${hash} ${status} in block ${blockNumber}`);
  }
  await follow(read, say);
}

async function follow(read: () => Promise<z.infer<typeof Read>>, say: (line: string) => void) {
  const sentAt = Date.now();
  let isOnItsWay = false;
  for (let wait = PATIENCE_MS; Date.now() < sentAt + wait; await delay(100)) {
    const now = await read();
    if (now.hasBeenPaid) {
      say(`Paid on ${now.paymentCurrency.split("-")[1]}: ${now.txHash}`);
      if (now.note) say(now.note);
      return;
    }
    if (now.status === "processing" && !isOnItsWay) {
      isOnItsWay = true;
      wait = REFUND_PATIENCE_MS;
      say("On its way: waiting for the bridge");
    }
    if (now.status === "created" && isOnItsWay) {
      say(
        "Not delivered in time: the request is open again, and the bridge gives the money back on Ethereum",
      );
      return;
    }
  }
  throw new Error("The deposit was mined and nothing came of it; look at the worker's and the filler's log.");
}
