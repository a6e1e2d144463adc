import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, type Hex, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { Stack } from "@/local/running-stack/stack-file";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { EVM_NETWORKS, isEvmNetworkId } from "@/server/chains/networks";
import { readTransactionValue } from "@/server/chains/transaction-value";
import { SameChainCalldata } from "@/server/requests/paying/calldata-schema";

const PaymentRequest = z.object({
  status: z.string(),
  hasBeenPaid: z.boolean(),
  paymentCurrency: z.string(),
  txHash: z.string().nullish(),
});

/**
 * Pays a request (the ready one where none is named) with the development account `payer`, exactly as any payer would, with the
 * transactions of `GET /v2/request/{requestId}/pay`, and watches it become paid.
 */
export async function payRequest(
  stack: Stack,
  say: (line: string) => void,
  named: string | undefined,
): Promise<void> {
  if (!stack.credentials || !stack.accounts || !stack.demo) throw new Error("This needs local chains.");
  const { apiKey } = stack.credentials.tenantA;
  const { privateKey } = stack.accounts.payer;
  const requestId = named ?? stack.demo.requestId;
  const get = async (path: string) => {
    const response = await fetch(`${stack.apiUrl}${path}`, { headers: { "x-api-key": apiKey } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const read = async () => PaymentRequest.parse(await get(`/v2/request/${requestId}`));

  const request = await read();
  say(`Request ${requestId}: ${request.status}, to be paid in ${request.paymentCurrency}`);
  if (request.hasBeenPaid) {
    say("It is paid already. Create another and run: quittance demo pay <requestId>");
    return;
  }
  const account = privateKeyToAccount(privateKeyOf(privateKey));
  const { transactions } = SameChainCalldata.parse(
    await get(`/v2/request/${requestId}/pay?wallet=${account.address}`),
  );
  const { wallet, node } = connect(stack, request.paymentCurrency, account);
  for (const [index, { to, data, value }] of transactions.entries()) {
    const wei = readTransactionValue(value);
    if (!isAddress(to) || !isHex(data) || wei === null) throw new Error("not an EVM transaction");
    const hash = await wallet.sendTransaction({ to, data, value: wei });
    const { status, blockNumber } = await minedReceipt(node, hash);
    say(`Transaction ${index + 1} of ${transactions.length}: ${hash} ${status} in block ${blockNumber}`);
  }

  const sentAt = Date.now();
  for (let now = request; Date.now() < sentAt + 60_000; await delay(50)) {
    now = await read();
    if (!now.hasBeenPaid) continue;
    say(`Paid: the service knew it ${Date.now() - sentAt} ms after the transaction was mined.`);
    return;
  }
  throw new Error("The payment was mined but not seen within a minute; look at the worker's log.");
}

function connect(stack: Stack, currency: string, account: ReturnType<typeof privateKeyToAccount>) {
  const id = currency.slice(currency.indexOf("-") + 1);
  const { rpcUrl } = stack.networks[id] ?? {};
  if (!isEvmNetworkId(id) || rpcUrl === undefined)
    throw new Error(`${currency} is on no chain that runs here.`);
  const chain = chainAt(EVM_NETWORKS[id], rpcUrl);
  const transport = http(rpcUrl);
  return {
    wallet: createWalletClient({ account, chain, transport }),
    node: createPublicClient({ chain, transport, pollingInterval: 50 }),
  };
}

function privateKeyOf(text: string): Hex {
  if (!isHex(text)) throw new Error("stack.json holds no private key in hex");
  return text;
}
