import { compare, type Problem } from "quittance/safety";

/** A wallet in the browser (EIP-1193). */
export interface Wallet {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** What the shop's own server says is to be paid. */
export interface Order {
  requestId: string;
  paymentReference: string;
  amount: string;
  payee: string;
}

/** The answer of the service is not what the shop asked for: nothing was signed. */
export class NotWhatWasAsked extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The service answered another ${problem.field} than was agreed`);
    this.problem = problem;
  }
}

/**
 * Has a wallet pay an order on Sepolia. `planFor` asks the shop's server, which asks the service by
 * `client.requests.pay(requestId, { wallet })`. Gives the hashes of the transactions, each of which was mined.
 */
export async function payOrder(
  wallet: Wallet,
  order: Order,
  planFor: (requestId: string, account: string) => Promise<unknown>,
): Promise<string[]> {
  const [account] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
  if (account === undefined) throw new Error("The wallet has no account");
  const plan = await planFor(order.requestId, account);
  const { amount, payee, paymentReference: reference } = order;
  const result = compare(plan, {
    network: "sepolia",
    wallet: account,
    payments: [{ currency: "USDC-sepolia", amount, payee, reference }],
  });
  if (!result.ok) throw new NotWhatWasAsked(result.problem);
  const hashes: string[] = [];
  for (const { transaction } of result.steps) {
    if (transaction.family !== "evm") throw new Error("Sepolia is no network of Tron");
    const chainId = hex(transaction.chainId);
    await wallet.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    const { to, data, value } = transaction;
    const params = [{ from: account, to, data, value: hex(value) }];
    const hash = String(await wallet.request({ method: "eth_sendTransaction", params }));
    await mined(wallet, hash);
    hashes.push(hash);
  }
  return hashes;
}

/** Resolves once a transaction is mined: the next one builds on it. */
async function mined(wallet: Wallet, hash: string): Promise<void> {
  for (;;) {
    const receipt = await wallet.request({ method: "eth_getTransactionReceipt", params: [hash] });
    const { status } = (receipt ?? {}) as { status?: string };
    if (status === "0x1") return;
    if (status !== undefined) throw new Error(`${hash} was carried out without success`);
    await new Promise((again) => setTimeout(again, 1_000));
  }
}

const hex = (value: number | bigint) => `0x${value.toString(16)}`;
