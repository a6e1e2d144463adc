import { formatUnits } from "viem";
import type { ChainHead } from "@/server/chains/adapter";
import { collectingCall, collectingGas } from "@/server/chains/deposit-collection";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import type { AccountOnChain, FeeOracle } from "@/server/chains/transaction-node";
import type { Ctx } from "@/server/context";
import { type Fees, feesFor, isTooExpensive } from "@/server/executor/fees";
import { clock } from "@/server/lib/clock";
import type { WaitingMoney } from "@/server/settler/book";
import { chooseDeposits, type LeftAlone } from "@/server/settler/choose";
import { compareWithChain, isOwn, pursue, tooExpensive } from "@/server/settler/follow";
import type { SettlerParts, SettlerTrouble } from "@/server/settler/parts";
import { signAndSend } from "@/server/settler/send";
import { LeaseLost, noteSettler, openTransactions, sentToday, takeLease } from "@/server/settler/store";

/** What a settler keeps between passes; losing it costs nothing but a few calls. */
export interface SettlerMemory {
  leftAlone: LeftAlone;
  noted: string;
  notedAt: number;
}

export function newSettlerMemory(): SettlerMemory {
  return { leftAlone: new Map(), noted: "", notedAt: Number.NEGATIVE_INFINITY };
}

/** How often the balance is looked at. */
const NOTE_EVERY_MS = 30_000;

/** The factory begins no address with less than 500,000 gas left: so much is added to what all of them take. */
const GAS_FOR_THE_LAST = 550_000n;

/**
 * One pass over one network: compare what was sent with the chain, go after what still waits, and collect what is worth its
 * gas. At most one nonce is in flight, so nothing can wait behind a transaction that is stuck.
 */
export async function settle(
  ctx: Ctx,
  parts: SettlerParts,
  owner: string,
  memory: SettlerMemory,
): Promise<"idle" | "more"> {
  const { network, chain, node, signer } = parts;
  if (!(await takeLease(ctx, network.id, owner))) return "idle";
  try {
    const head = await chain.head();
    const open = await openTransactions(ctx, network.id);
    const pending = await compareWithChain(ctx, parts, open, { owner, head });
    const [account, oracle] = await Promise.all([node.account(signer.address), node.fees()]);
    const step = await act(ctx, parts, memory, { owner, head, account, oracle }, pending);
    await note(ctx, parts, memory, step.trouble, account.balance);
    return step.hasSent ? "more" : "idle";
  } catch (error) {
    if (error instanceof LeaseLost || isUniqueViolation(error)) return "idle";
    throw error;
  }
}

interface Now {
  owner: string;
  head: ChainHead;
  account: AccountOnChain;
  oracle: FeeOracle;
}

interface Step {
  trouble: SettlerTrouble | null;
  hasSent: boolean;
}

const waits = (trouble: SettlerTrouble | null): Step => ({ trouble, hasSent: false });

async function act(
  ctx: Ctx,
  parts: SettlerParts,
  memory: SettlerMemory,
  now: Now,
  pending: Awaited<ReturnType<typeof compareWithChain>>,
): Promise<Step> {
  const { network, signer, settings } = parts;
  const { account, oracle } = now;
  const trouble = pending.length > 0 ? await pursue(ctx, parts, pending, now) : null;
  if (pending.some((row) => isOwn(parts, row))) return waits(trouble);
  if (account.pendingNonce > account.nonce) {
    const reason = `a transaction that this service did not send waits with nonce ${account.nonce} of ${signer.address}`;
    return waits({ state: "foreign_transaction", reason });
  }
  const fees = feesFor(network.id, oracle, settings.maxFee);
  if (isTooExpensive(fees)) return waits(tooExpensive(fees));
  const { chosen, unpriced } = await chooseDeposits(ctx, parts, fees, memory.leftAlone);
  if (chosen.length === 0) {
    const reason = `nobody can tell what ${network.native.symbol} is worth in the tokens of ${unpriced} deposits`;
    return waits(unpriced > 0 ? { state: "no_price", reason } : null);
  }
  if ((await sentToday(ctx, network.id)) >= settings.perDay) {
    const reason = `${settings.perDay} transactions were sent in 24 hours, and ${chosen.length} deposits wait`;
    return waits({ state: "daily_limit", reason });
  }
  return collect(ctx, parts, now, fees, chosen);
}

async function collect(
  ctx: Ctx,
  parts: SettlerParts,
  { owner, head, account, oracle }: Now,
  fees: Fees,
  chosen: readonly WaitingMoney[],
): Promise<Step> {
  const { network, node, signer } = parts;
  const most = oracle.blockGasLimit / 2n;
  let taken = chosen;
  // With a small balance fewer are collected from, down to one.
  while (taken.length > 1 && !isAffordable(taken.length)) taken = taken.slice(0, taken.length >> 1);
  if (!isAffordable(taken.length)) {
    const { decimals, symbol } = network.native;
    const balance = formatUnits(account.balance, decimals);
    return waits({
      state: "out_of_gas",
      reason: `${signer.address} has ${balance} ${symbol}, which pays for no transaction`,
    });
  }
  const { call } = collectingCall(
    network,
    taken.map(({ terms }) => terms),
  );
  // On Arbitrum the fee for the data is taken as gas.
  const data = SERVER_FACTS[network.id].gas.isDataPaidAsGas
    ? ((await node.estimate({ from: signer.address, to: call.to, data: call.data })) ?? 0n)
    : 0n;
  const trouble = await signAndSend(
    ctx,
    parts,
    { to: call.to, data: call.data, gasLimit: gasLimitOf(taken.length) + data },
    { owner, head, nonce: account.nonce, fees, addresses: taken.length },
  );
  return { trouble, hasSent: trouble === null };

  function gasLimitOf(addresses: number): bigint {
    return collectingGas(network.family, addresses) + (addresses > 1 ? GAS_FOR_THE_LAST : 0n);
  }

  function isAffordable(addresses: number): boolean {
    const gas = gasLimitOf(addresses);
    return gas <= most && gas * fees.maxFee <= account.balance;
  }
}

/** Writes down how the settler is: at once when that changes, else from time to time. */
async function note(
  ctx: Ctx,
  { network, signer }: SettlerParts,
  memory: SettlerMemory,
  trouble: SettlerTrouble | null,
  balance: bigint,
): Promise<void> {
  const state = trouble?.state ?? "ok";
  const isDue = clock.elapsedMs() - memory.notedAt >= NOTE_EVERY_MS;
  if (!isDue && memory.noted === state) return;
  await noteSettler(ctx, network.id, {
    state,
    reason: trouble?.reason ?? null,
    address: signer.address,
    balance,
  });
  if (memory.noted !== state) {
    const details = { network: network.id, state, reason: trouble?.reason };
    if (state === "ok") ctx.log.info(details, "settler is well");
    else ctx.log.warn(details, "settler is not well");
  }
  memory.noted = state;
  memory.notedAt = clock.elapsedMs();
}

function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && error.code === "23505") return true;
  return "cause" in error && isUniqueViolation(error.cause);
}
