import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, type Hex, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { readOptions } from "@/local/options";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { payFromElsewhere } from "@/scripts/demo-pay-crosschain";
import { type ExchangeOrder, payFromExchange } from "@/scripts/demo-pay-exchange";
import { paySafe } from "@/scripts/demo-pay-safe";
import { chainAt } from "@/server/chains/evm/chain-at";
import { minedReceipt } from "@/server/chains/evm/mined";
import { EVM_NETWORKS, isEvmNetworkId } from "@/server/chains/networks";
import { readTransactionValue } from "@/server/chains/transaction-value";
import { SameChainCalldata } from "@/server/requests/paying/calldata-schema";

/**
 * `npm run demo:pay [request ID]`: pay a request with the development account `payer`, exactly as any payer would,
 * with the transactions of `GET /v2/request/{requestId}/pay`, and watch it become paid. `npm run demo:pay -- --safe`: make
 * a link and pay it from a Safe of which two of three development accounts have to sign. `npm run demo:pay -- --bridge
 * [request ID]`: pay a request on Base with money on Ethereum. `npm run demo:pay -- --exchange [seconds]`: make a link and
 * pay it by plain transfers from an exchange, which lets each withdrawal wait so long (2 when absent); `-- --exchange tron`
 * pays the ready link on Tron so, `-- --exchange <token>` any link.
 */
const PaymentRequest = z.object({
  status: z.string(),
  hasBeenPaid: z.boolean(),
  paymentCurrency: z.string(),
  txHash: z.string().nullish(),
});

/** A token of a link, which no word of a command is. */
const LINK = /^[\w-]{16,}$/;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { dataDir } = readOptions([], process.env, repositoryRoot());
  const stack = readStack(dataDir);
  if (stack === undefined)
    throw new Error(`Nothing runs on ${dataDir}: start it with npm start in another terminal.`);
  if (!stack.credentials || !stack.accounts || !stack.demo) throw new Error("This needs local chains.");
  if (process.argv[2] === "--safe") return paySafe(stack, say);
  if (process.argv[2] === "--exchange")
    return payFromExchange(stack, say, exchangeOrder(stack, process.argv.slice(3)));
  if (process.argv[2] === "--bridge") return payFromElsewhere(stack, say, process.argv[3]);
  const { apiKey } = stack.credentials.tenantA;
  const { privateKey } = stack.accounts.payer;
  const requestId = process.argv[2] ?? stack.demo.requestId;
  const get = async (path: string) => {
    const response = await fetch(`${stack.apiUrl}${path}`, { headers: { "x-api-key": apiKey } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const read = async () => PaymentRequest.parse(await get(`/v2/request/${requestId}`));

  const request = await read();
  say(`Request ${requestId}: ${request.status}, to be paid in ${request.paymentCurrency}`);
  if (request.hasBeenPaid) {
    say("It is paid already. Create another and run: npm run demo:pay <requestId>");
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

/** `[tron | <token of a link>] [seconds]`. */
function exchangeOrder({ demo }: Stack, words: readonly string[]): ExchangeOrder {
  const [seconds = "2", ...others] = words.filter((word) => /^\d+$/.test(word));
  const [link, ...more] = words.filter((word) => !/^\d+$/.test(word));
  const wrong =
    others[0] ?? more[0] ?? (link === undefined || link === "tron" || LINK.test(link) ? undefined : link);
  if (wrong !== undefined) {
    throw new Error(`--exchange takes tron or the token of a link, and whole seconds, not ${wrong}`);
  }
  if (link === "tron" && !demo?.tron)
    throw new Error("There is no link on Tron: this needs npm start with Tron.");
  return { link: link === "tron" ? demo?.tron?.token : link, delayMs: Number(seconds) * 1_000 };
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
