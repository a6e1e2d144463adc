import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { payerBankAccounts, payers } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { inParallel } from "@/server/lib/concurrency/in-parallel";
import { moveBankAccount, movePayer } from "@/server/payers/move";
import { OfframpRefused, OfframpUnavailable } from "@/server/providers/offramp/provider";

/** After a failed look. */
const AGAIN_MS = 60_000;
/** Calls to providers at once: one that answers slowly delays a few, and its own limits are far away. */
export const AT_ONCE = 8;

/**
 * Asks providers about payers and bank accounts whose time has come, up to `limit` of each: notices can get lost.
 * One that cannot be asked about waits and keeps nobody else. Returns how many were looked at.
 */
export async function syncDue(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.now();
  const duePayers = await ctx.db
    .select({ id: payers.id })
    .from(payers)
    .where(and(lte(payers.nextPollAt, now), isNull(payers.erasedAt)))
    .orderBy(asc(payers.nextPollAt))
    .limit(limit);
  const dueAccounts = await ctx.db
    .select({ id: payerBankAccounts.id })
    .from(payerBankAccounts)
    .where(lte(payerBankAccounts.nextPollAt, now))
    .orderBy(asc(payerBankAccounts.nextPollAt))
    .limit(limit);
  await inParallel(duePayers, AT_ONCE, ({ id }) => unlessDown(ctx, "payer", id, () => syncPayer(ctx, id)));
  await inParallel(dueAccounts, AT_ONCE, ({ id }) =>
    unlessDown(ctx, "bank account", id, () => syncBankAccount(ctx, id)),
  );
  return duePayers.length + dueAccounts.length;
}

/** Asks the provider about one payer, and takes over what it says. */
export async function syncPayer(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.select().from(payers).where(eq(payers.id, id));
  const provider = row && ctx.providers.offramp.find(row.provider);
  if (!row || !provider) throw new OfframpUnavailable("not set up");
  const state = await provider.customer(row.providerLinkId);
  await inTransaction(ctx, (tx) => movePayer(tx, id, state));
}

/** Asks the provider about one bank account, and takes over what it says. */
export async function syncBankAccount(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ account: payerBankAccounts, customerId: payers.providerCustomerId })
    .from(payerBankAccounts)
    .innerJoin(payers, eq(payers.id, payerBankAccounts.payerId))
    .where(eq(payerBankAccounts.id, id));
  const accountId = row?.account.providerAccountId ?? null;
  if (!row || accountId === null || row.customerId === null) throw new OfframpUnavailable("not known there");
  const provider = ctx.providers.offramp.find(row.account.provider);
  if (!provider) throw new OfframpUnavailable("not set up");
  const state = await provider.bankAccount(row.customerId, accountId);
  await inTransaction(ctx, (tx) => moveBankAccount(tx, id, state));
}

async function unlessDown(ctx: Ctx, kind: string, id: string, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof OfframpUnavailable || error instanceof OfframpRefused)) throw error;
    ctx.log.warn({ err: error, kind, id }, "a provider gave no answer");
    const nextPollAt = new Date(ctx.now().getTime() + AGAIN_MS);
    await inTransaction(ctx, async (tx) => {
      if (kind === "payer") await tx.db.update(payers).set({ nextPollAt }).where(eq(payers.id, id));
      else {
        await tx.db.update(payerBankAccounts).set({ nextPollAt }).where(eq(payerBankAccounts.id, id));
      }
    });
  }
}
