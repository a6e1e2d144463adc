import { type Hex, parseEventLogs, type TransactionReceipt } from "viem";
import { erc20Abi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import { clientIds } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { AccountName } from "@/server/chains/development-accounts";
import { readTransactionValue } from "@/server/chains/transaction-value";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { recordFeeLegs } from "@/server/payments/recording/fee-legs";
import { provePayments } from "@/server/payments/recording/prove";
import { recordTransfers } from "@/server/payments/recording/record";
import { newClientId } from "@/server/platforms/client-ids/new-client-id";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import type { TestChain } from "@/server/testing/evm/chain";

/** Signs and sends transactions of an answer in their order, each after the one before was mined. */
export async function signAndSend(
  chain: TestChain,
  who: AccountName | number,
  transactions: readonly Transaction[],
): Promise<TransactionReceipt[]> {
  const receipts: TransactionReceipt[] = [];
  for (const transaction of transactions) {
    const hash = await chain.wallet(who).sendTransaction(asCall(transaction));
    const receipt = await chain.publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error(`${transaction.to} reverted`);
    receipts.push(receipt);
  }
  return receipts;
}

/** What a wallet is given. Refuses other keys than the three of the wire, as many signers do (FM-11). */
export function asCall({ to, data, value, ...others }: Transaction): { to: Hex; data: Hex; value: bigint } {
  if (Object.keys(others).length > 0) throw new Error(`unknown keys: ${Object.keys(others).join(", ")}`);
  const wei = readTransactionValue(value);
  if (wei === null) throw new Error("value is not an amount of wei");
  return { to: `0x${to.slice(2)}`, data: `0x${data.slice(2)}`, value: wei };
}

/** The payment events of a transaction, token and native, as the proxies emit them. */
export function paymentEvents(receipt: TransactionReceipt) {
  return parseEventLogs({ abi: [...erc20FeeProxyAbi, ...ethereumFeeProxyAbi], logs: receipt.logs });
}

/** Base units; `token` null asks for native coin. */
export function balanceOf(chain: TestChain, token: Hex | null, of: Hex): Promise<bigint> {
  if (token === null) return chain.publicClient.getBalance({ address: of });
  return chain.publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [of],
  });
}

/** Puts every payment that is on chain into the ledger, as the watcher does. */
export async function recordPayments(app: App, { network }: TestChain): Promise<void> {
  const adapter = app.chains.find(network);
  if (!adapter) throw new Error(`no adapter for ${network}`);
  const { latest } = await adapter.head();
  const logs = await adapter.logsOfRange(0n, latest.number);
  const { matches, fees } = await provePayments(app.database.db, adapter, logs);
  const seen = matches.map((match) => ({ ...match, blockTime: latest.time }));
  await inTransaction(app.context(systemCaller("")), async (tx) => {
    await recordTransfers(tx, network, seen);
    await recordFeeLegs(tx, network, fees);
  });
}

/** A client ID of a platform; with `domains` it is a browser's. */
export async function aClientId(
  app: App,
  platformId: string,
  options: { domains?: string[]; fee?: { percentage: string; address: string } } = {},
): Promise<string> {
  const now = app.now();
  const clientId = newClientId();
  await app.database.db.insert(clientIds).values({
    id: newId(now),
    clientId,
    platformId,
    label: "test",
    allowedDomains: options.domains ?? [],
    feePercentage: options.fee?.percentage ?? null,
    feeAddress: options.fee?.address ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return clientId;
}

/** A call as it reaches a route handler. */
export function call(
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Request {
  return new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
