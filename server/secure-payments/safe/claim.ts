import { and, eq } from "drizzle-orm";
import { chainCursors, safeTransactions, securePaymentIntents, securePayments } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { SafeAccount, SafeResult } from "@/server/chains/safe";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { requireApproved } from "@/server/payer-access/withheld";
import { oneNetwork } from "@/server/payouts/one-network";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";
import { noteListening } from "@/server/requests/paying/start-listening";
import { decisionOn } from "@/server/secure-payments/access";
import { type Claim, keepIntent } from "@/server/secure-payments/keep-intent";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import { unpayable, unpayableError } from "@/server/secure-payments/refusal";
import { dueCalls } from "@/server/secure-payments/safe/due-calls";
import { claimWindow } from "@/server/secure-payments/safe/limits";
import { spendSafeLook } from "@/server/secure-payments/safe/look-budget";
import { type Matched, matchClaim } from "@/server/secure-payments/safe/match-claim";
import { type OfferedCalls, offersOf } from "@/server/secure-payments/safe/offer";
import { transitionSafes } from "@/server/secure-payments/safe/transition";

/** A Safe transaction that somebody says pays a link. */
export interface SafeClaim {
  safeTxHash: string;
  /** Unix seconds; null when none was named. */
  deadline: number | null;
  /** Lower-case; null when nobody was named. */
  payerAddress: string | null;
  payerEoaAddress: string | null;
  chain: string;
  token: string | null;
  details: Record<string, unknown>;
}

/** What became of a claim: it is looked for on chain, or it is only written down. */
export interface SafeClaimKept {
  intentId: string;
  isListening: boolean;
}

/** Blocks back in which a transaction is looked for that was executed before its claim came. */
const LOOK_BACK = 1_000n;

/**
 * Takes the claim that a Safe transaction pays a link (MS-03). It holds the link only when the hash is that of the
 * link's own calls, of a Safe that exists, with a nonce that is free; anything else is written down and moves nothing.
 * The same claim again is checked again. Throws 400 on a network without Safes and for a deadline that has passed, 403
 * for a Safe that may not pay, 423 while another Safe holds the link, 429 when too many Safes were named, and 503.
 */
export async function claimSafe(ctx: Ctx, link: Link | Multicall, claim: SafeClaim): Promise<SafeClaimKept> {
  if (isMulticall(link)) oneNetwork(link.children.map((child) => networkOf(child.link).id));
  const chain = chainFor(ctx, networkOf(link).id);
  if (!chain.safes)
    throw invalidField("safeTxHash", `Multisig payments are not supported on ${chain.network.name}`);
  const deadline = claim.deadline === null ? null : new Date(claim.deadline * 1_000);
  if (deadline && deadline <= ctx.now()) {
    throw invalidField("safePaymentDeadline", "safePaymentDeadline has passed");
  }
  const known = await knownClaim(ctx, link, claim);
  if (known && known.state !== "recorded")
    return { intentId: known.id, isListening: known.state === "pending" };
  const safes = await safesToTry(ctx, link, claim);
  for (const safe of safes.keys()) await spendSafeLook(ctx, link, safe);
  const matched = await reachable(chain, () => firstMatch(ctx, link, chain, claim.safeTxHash, safes));
  if (matched === null) return recordUnmatched(ctx, link, chain, claim);
  const wallet = checksumEvmAddress(matched.safe);
  requireApproved(link, await decisionOn(ctx, link, { wallet }, "access"));
  const result = await reachable(chain, () => alreadyExecuted(chain, matched, claim.safeTxHash));
  // Its nonce was used by something else, or long ago.
  if (matched.nonce < matched.account.nonce && result === null) return record(ctx, link, claim);
  return inTransaction(ctx, (tx) => store(tx, link, claim, matched, { deadline, result }));
}

async function knownClaim({ db }: Pick<Ctx, "db">, { row }: Link, { safeTxHash }: SafeClaim) {
  const { securePaymentId, intentKey, kind } = securePaymentIntents;
  const [known] = await db
    .select({ id: securePaymentIntents.id, state: securePaymentIntents.state })
    .from(securePaymentIntents)
    .where(and(eq(securePaymentId, row.id), eq(intentKey, safeTxHash.toLowerCase()), eq(kind, "multisig")));
  return known;
}

/** The Safe that is named, or those that were given calldata. Throws 423 while another one holds the link. */
async function safesToTry(
  ctx: Ctx,
  link: Link,
  { payerAddress }: SafeClaim,
): Promise<Map<Hex, OfferedCalls[]>> {
  const offers = await offersOf(ctx, link);
  const named = payerAddress === null ? offers.map(({ safe }) => safe) : [hexOf(payerAddress)];
  const safes = new Map(named.map((safe) => [safe, offers.filter((offer) => offer.safe === safe)]));
  const reason = await unpayable(ctx, link, { isHidden: false });
  if (reason === null) return safes;
  const holder = reason.kind === "in_progress" ? reason.safe?.address.toLowerCase() : undefined;
  const own = [...safes].filter(([safe]) => safe === holder);
  if (own.length === 0) {
    const shown = link.policy.hideUntilApproved ? await unpayable(ctx, link, { isHidden: true }) : reason;
    throw await unpayableError(ctx, link, shown ?? reason);
  }
  return new Map(own);
}

async function firstMatch(
  ctx: Ctx,
  link: Link | Multicall,
  chain: ChainAdapter,
  safeTxHash: string,
  safes: Map<Hex, OfferedCalls[]>,
): Promise<Matched | null> {
  const { chainId } = chain.network;
  for (const [safe, offers] of safes) {
    const account = await chain.safes?.read(safe);
    if (account?.kind !== "safe") continue;
    const offered = offers.map(({ calls }) => calls);
    const found =
      matchClaim(safeTxHash, { safe, account, chainId }, offered) ??
      matchClaim(safeTxHash, { safe, account, chainId }, await dueCalls(ctx, link, chain, safe));
    if (found) return found;
  }
  return null;
}

/** A Safe with one owner executes at once: then its announcement is there before the claim. */
async function alreadyExecuted(
  chain: ChainAdapter,
  { safe, account, nonce }: Matched,
  safeTxHash: string,
): Promise<SafeResult | null> {
  if (nonce >= account.nonce || !chain.safes) return null;
  const to = account.block;
  const { results } = await chain.safes.results([safe], { from: to > LOOK_BACK ? to - LOOK_BACK : 0n, to });
  return results.find((one) => one.isSuccess && one.safeTxHash === safeTxHash.toLowerCase()) ?? null;
}

async function store(
  tx: Tx,
  link: Link,
  claim: SafeClaim,
  { safe, account, nonce }: Matched,
  { deadline, result }: { deadline: Date | null; result: SafeResult | null },
): Promise<SafeClaimKept> {
  await tx.db
    .select({ id: securePayments.id })
    .from(securePayments)
    .where(eq(securePayments.id, link.row.id))
    .for("update");
  const reason = await unpayable(tx, link, { isHidden: false });
  const isFree =
    reason === null ||
    (reason.kind === "in_progress" && reason.safe?.address.toLowerCase() === safe.toLowerCase());
  if (!isFree) throw await unpayableError(tx, link, reason);
  const intentId = await keepIntent(tx, link, { ...storedClaim(claim), payerAddress: safe });
  const window = await claimWindow(tx, link, deadline);
  const [taken] = await tx.db
    .select({ id: safeTransactions.intentId })
    .from(safeTransactions)
    .where(eq(safeTransactions.intentId, intentId));
  if (taken) return { intentId, isListening: true };
  if (window === null) return { intentId, isListening: false };
  const network = networkOf(link).id;
  await tx.db
    .update(securePaymentIntents)
    .set({ kind: "multisig", network, payerAddress: safe, safePaymentDeadline: deadline })
    .where(eq(securePaymentIntents.id, intentId));
  await tx.db.insert(safeTransactions).values({
    intentId,
    network,
    safe,
    version: account.version,
    nonce,
    threshold: account.threshold,
    ownerCount: account.owners.length,
    ...window,
    lookedUpTo: await lookedUpTo(tx, network, account),
    nonceBefore: account.nonce,
    others: [],
    ...(result ? { outcome: "success", outcomeTxHash: result.txHash, outcomeBlock: result.block } : {}),
  });
  await transitionSafes(tx, [intentId], "recorded", "matched");
  if (result) await transitionSafes(tx, [intentId], "pending", "succeeded");
  await noteListening(tx, link.requests);
  return { intentId, isListening: result === null };
}

/**
 * What the Safe did in blocks that another branch may still replace is looked at by the watcher, which notices that. Some
 * of it is in the Safe's nonce already: `afterAnswer` says how often that counts.
 */
async function lookedUpTo({ db }: Pick<Tx, "db">, network: string, { block }: SafeAccount): Promise<bigint> {
  const [cursor] = await db
    .select({ final: chainCursors.finalizedBlock })
    .from(chainCursors)
    .where(eq(chainCursors.network, network));
  return cursor && cursor.final < block ? cursor.final : block;
}

/**
 * A Safe behind WalletConnect that needs one signature gives the page the hash of the transaction itself where others
 * give a `safeTxHash`: then it is the claim of a transaction, as from any wallet.
 */
async function recordUnmatched(
  ctx: Ctx,
  link: Link,
  chain: ChainAdapter,
  claim: SafeClaim,
): Promise<SafeClaimKept> {
  const hash = hexOf(claim.safeTxHash);
  const isTransaction = await reachable(
    chain,
    async () => (await chain.safes?.hasTransaction(hash)) ?? false,
  );
  return record(ctx, link, claim, isTransaction ? "transaction" : "multisig");
}

function record(
  ctx: Ctx,
  link: Link,
  claim: SafeClaim,
  kind: "transaction" | "multisig" = "multisig",
): Promise<SafeClaimKept> {
  return inTransaction(ctx, async (tx) => {
    const intentId = await keepIntent(tx, link, { ...storedClaim(claim), kind });
    const isListening = kind === "transaction";
    if (isListening) await noteListening(tx, link.requests);
    return { intentId, isListening };
  });
}

function storedClaim(claim: SafeClaim): Claim {
  const { safeTxHash, chain, token, payerAddress, payerEoaAddress, details } = claim;
  return {
    kind: "multisig",
    intentKey: safeTxHash.toLowerCase(),
    chain,
    token,
    payerAddress,
    payerEoaAddress,
    details,
  };
}

async function reachable<T>(chain: ChainAdapter, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(chain.network.id, error);
    throw error;
  }
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`;
}
