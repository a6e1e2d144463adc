import { setTimeout as delay } from "node:timers/promises";
import { createPublicClient, createWalletClient, http, isAddress, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { erc20Abi } from "@/contracts/abis";
import type { Stack } from "@/local/running-stack/stack-file";
import { minedReceipt } from "@/server/chains/evm/mined";
import { formatAmount, parseAmount } from "@/server/lib/amount";

const NETWORK = "sepolia";
const DECIMALS = 6;
/** What the exchange keeps of a withdrawal, as many do. */
const WITHDRAWAL_FEE = "1";
const PAID_WITHIN_MS = 60_000;

const Created = z.object({
  token: z.string(),
  securePaymentUrl: z.string(),
  requestIds: z.array(z.string()),
});
const Offered = z.object({
  depositAddress: z.object({
    isOffered: z.literal(true),
    address: z.string(),
    tokenAddress: z.string(),
    amount: z.string(),
  }),
});
const Read = z.object({
  status: z.string(),
  payments: z.array(z.object({ type: z.string(), amount: z.string(), sentFrom: z.string().optional() })),
});

/**
 * Makes a link and pays it from an exchange: its customer withdraws the amount of the link to the deposit address, the
 * exchange keeps its fee, waits, and sends from its hot wallet; so something is missing, and the customer withdraws that,
 * too. `delayMs` is how long the exchange lets withdrawals wait.
 */
export async function payFromExchange(
  stack: Stack,
  say: (line: string) => void,
  delayMs: number,
): Promise<void> {
  const rpcUrl = stack.networks[NETWORK]?.rpcUrl;
  if (!stack.credentials || !stack.accounts || rpcUrl === undefined)
    throw new Error("This needs the local chain of Sepolia.");
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
  const hotWallet = hotWalletAt(rpcUrl, stack.accounts.payer2.privateKey);

  const link = Created.parse(await call("/v2/secure-payments", asMerchant, { requests: [{ amount: "25" }] }));
  const [requestId = ""] = link.requestIds;
  say(`Link over 25 USDC: ${link.securePaymentUrl}`);
  const offer = async () => {
    const asPayer = { "x-client-id": clientId, origin: clientOrigin };
    const read = await call(`/v2/secure-payments/${link.token}?method=deposit`, asPayer);
    return Offered.parse(read).depositAddress;
  };
  const until = async (status: string) => {
    for (const end = Date.now() + PAID_WITHIN_MS; Date.now() < end; await delay(50)) {
      const request = Read.parse(await call(`/v2/request/${requestId}`, asMerchant));
      if (request.status === status) return request;
    }
    throw new Error(`The transfer was mined but not seen within a minute; look at the worker's log.`);
  };
  /** Takes what the customer asks to withdraw, keeps the fee, and sends the rest. */
  const withdraw = async (to: { address: string; tokenAddress: string }, asked: bigint) => {
    const sent = asked - parseAmount(WITHDRAWAL_FEE, DECIMALS);
    say(`Withdrawal of ${text(asked)} USDC is queued; the exchange keeps ${WITHDRAWAL_FEE}`);
    await delay(delayMs);
    const hash = await hotWallet(to, sent);
    say(`Sent from the hot wallet: ${text(sent)} USDC, ${hash}`);
  };

  const first = await offer();
  say(`Send exactly ${first.amount} USDC on Sepolia to ${first.address}`);
  await withdraw(first, parseAmount(first.amount, DECIMALS));
  await until("partially_paid");
  const rest = await offer();
  say(`Partly paid: ${rest.amount} USDC are missing, at the same address ${rest.address}`);
  await withdraw(rest, parseAmount(rest.amount, DECIMALS) + parseAmount(WITHDRAWAL_FEE, DECIMALS));
  const { payments } = await until("paid");
  for (const { type, amount, sentFrom } of payments)
    say(`  ${type} of ${amount} USDC, sent from ${sentFrom}`);
  say("Paid. The money is at the address of the link until anybody forwards it to the merchant.");
}

/** Sends base units of a token from one account, and gives the hash once it is mined. */
function hotWalletAt(rpcUrl: string, privateKey: string) {
  if (!isHex(privateKey)) throw new Error("stack.json holds no private key in hex");
  const transport = http(rpcUrl);
  const account = privateKeyToAccount(privateKey);
  const wallet = createWalletClient({ account, transport });
  const node = createPublicClient({ transport, pollingInterval: 50 });
  return async ({ address, tokenAddress }: { address: string; tokenAddress: string }, units: bigint) => {
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

function text(units: bigint): string {
  return formatAmount(units, DECIMALS);
}
