import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, encodeFunctionData, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { erc20Abi } from "@/contracts/abis";
import { tronAccount } from "@/contracts/tron-account";
import type { Stack } from "@/local/running-stack/stack-file";
import { tronToHex20 } from "@/server/chains/address";
import { minedReceipt } from "@/server/chains/evm/mined";
import { networkById } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";

/** What the exchange keeps of a withdrawal, as many do. */
const WITHDRAWAL_FEE = "1";
const PAID_WITHIN_MS = 60_000;
/** The most TRX that a transfer may burn, sun. */
const TRON_FEE_LIMIT = 100_000_000n;

const Created = z.object({ token: z.string(), securePaymentUrl: z.string() });
const Offered = z.object({
  requestIds: z.array(z.string()),
  depositAddress: z.discriminatedUnion("isOffered", [
    z.object({
      isOffered: z.literal(true),
      network: z.string(),
      token: z.string(),
      address: z.string(),
      tokenAddress: z.string(),
      amount: z.string(),
    }),
    z.object({ isOffered: z.literal(false), reason: z.string() }),
  ]),
});
const Read = z.object({
  status: z.string(),
  payments: z.array(z.object({ type: z.string(), amount: z.string(), sentFrom: z.string().optional() })),
});

/** What the exchange is asked for. */
export interface ExchangeOrder {
  /** Token of the link to pay; one over 25 USDC on Sepolia is made when absent. */
  link?: string | undefined;
  /** How long the exchange lets withdrawals wait. */
  delayMs: number;
}

/**
 * Pays a link from an exchange: its customer withdraws the amount of the link to the deposit address, the exchange keeps
 * its fee, waits, and sends from its hot wallet; so something is missing, and the customer withdraws that, too, unless the
 * merchant tolerates it.
 */
export async function payFromExchange(
  stack: Stack,
  say: (line: string) => void,
  { link, delayMs }: ExchangeOrder,
): Promise<void> {
  if (!stack.credentials || !stack.accounts) throw new Error("This needs local chains.");
  const { payer2 } = stack.accounts;
  const { apiKey, clientId, clientOrigin } = stack.credentials.tenantA;
  const asMerchant = { "x-api-key": apiKey };
  const call = async (path: string, headers: Record<string, string>, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${stack.apiUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const newLink = async (): Promise<string> => {
    const body = { requests: [{ amount: "25" }] };
    const created = Created.parse(await call("/v2/secure-payments", asMerchant, body));
    say(`Link: ${created.securePaymentUrl}`);
    return created.token;
  };
  const token = link ?? (await newLink());
  const offer = async () => {
    const asPayer = { "x-client-id": clientId, origin: clientOrigin };
    const read = await call(`/v2/secure-payments/${token}?method=deposit`, asPayer);
    const { requestIds, depositAddress } = Offered.parse(read);
    if (!depositAddress.isOffered)
      throw new Error(`The link has no deposit address: ${depositAddress.reason}`);
    return { requestId: requestIds[0] ?? "", ...depositAddress };
  };

  const first = await offer();
  const currency = tokenById(first.token);
  const network = networkById(first.network);
  const { rpcUrl } = stack.networks[first.network] ?? {};
  if (!currency || !network || rpcUrl === undefined)
    throw new Error(`${first.token} is on no chain that runs here.`);
  const { symbol, decimals } = currency;
  const hotWallet = network.family === "tron" ? tronHotWallet(rpcUrl, payer2) : evmHotWallet(rpcUrl, payer2);
  const text = (units: bigint) => `${formatAmount(units, decimals)} ${symbol}`;

  const until = async (statuses: readonly string[]) => {
    for (const end = Date.now() + PAID_WITHIN_MS; Date.now() < end; await delay(50)) {
      const request = Read.parse(await call(`/v2/request/${first.requestId}`, asMerchant));
      if (statuses.includes(request.status)) return request;
    }
    throw new Error(`The transfer was mined but not seen within a minute; look at the worker's log.`);
  };
  /** Takes what the customer asks to withdraw, keeps the fee, and sends the rest. */
  const withdraw = async (to: Destination, asked: bigint) => {
    const sent = asked - parseAmount(WITHDRAWAL_FEE, decimals);
    say(`Withdrawal of ${text(asked)} is queued; the exchange keeps ${WITHDRAWAL_FEE}`);
    await delay(delayMs);
    const hash = await hotWallet(to, sent);
    say(`Sent from the hot wallet: ${text(sent)}, ${hash}`);
  };

  say(`Send exactly ${first.amount} ${symbol} on ${network.name} to ${first.address}`);
  await withdraw(first, parseAmount(first.amount, decimals));
  const { status } = await until(["partially_paid", "paid"]);
  if (status === "partially_paid") {
    const rest = await offer();
    say(`Partly paid: ${rest.amount} ${symbol} are missing, at the same address ${rest.address}`);
    await withdraw(rest, parseAmount(rest.amount, decimals) + parseAmount(WITHDRAWAL_FEE, decimals));
  } else {
    say("What the exchange kept is tolerated by the merchant.");
  }
  const { payments } = await until(["paid"]);
  for (const { type, amount, sentFrom } of payments)
    say(`  ${type} of ${amount} ${symbol}, sent from ${sentFrom}`);
  say("Paid. The money is at the address of the link until anybody forwards it to the merchant.");
}

interface Destination {
  address: string;
  tokenAddress: string;
}

/** Sends base units of a token from one account, and gives the hash once it is in a block. */
type HotWallet = (to: Destination, units: bigint) => Promise<string>;

function evmHotWallet(rpcUrl: string, { privateKey }: { privateKey: string }): HotWallet {
  const transport = http(rpcUrl);
  const account = privateKeyToAccount(hexKey(privateKey));
  const wallet = createWalletClient({ account, transport });
  const node = createPublicClient({ transport, pollingInterval: 50 });
  return async ({ address, tokenAddress }, units) => {
    if (!isAddress(address) || !isAddress(tokenAddress)) throw new Error("not an EVM address");
    const hash = await wallet.writeContract({
      chain: null,
      address: tokenAddress,
      abi: erc20Abi,
      functionName: "transfer",
      args: [address, units],
    });
    const { status } = await minedReceipt(node, hash);
    if (status !== "success") throw new Error(`transfer ${hash} reverted`);
    return hash;
  };
}

function tronHotWallet(rpcUrl: string, { privateKey }: { privateKey: string }): HotWallet {
  const account = tronAccount({ rpcUrls: [rpcUrl] }, hexKey(privateKey));
  return async ({ address, tokenAddress }, units) => {
    const args = [tronToHex20(address), units] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
    const { txId } = await account.call({ to: tronToHex20(tokenAddress), data, feeLimit: TRON_FEE_LIMIT });
    return txId;
  };
}

function hexKey(text: string) {
  if (!isHex(text)) throw new Error("stack.json holds no private key in hex");
  return text;
}
