import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { addressGroup } from "@/server/lib/address-group";
import { type Budget, spend } from "@/server/lib/database/budget";
import { isKnownAt, keepAnswer, lastAnswer, type Question } from "@/server/payer-access/answers";
import type { ScreeningAnswer, ScreeningProvider } from "@/server/providers/kyt/provider";

const HOUR_MS = 3_600_000;

/** Why a provider is asked. */
export interface Occasion {
  /** Row ID; null for the recipient of a payout that is being created. */
  linkId: string | null;
  /** On `access` a fresh approval is used again; before calldata is handed out the provider is asked anew (AP-09). */
  on: "access" | "pay";
}

/** Calls under way, by provider and question: everybody who asks the same at the same time waits for one call. */
const underWay = new WeakMap<ScreeningProvider, Map<string, Promise<ScreeningAnswer>>>();

/**
 * What a provider says of a wallet: what it said a moment ago, or what it says now. Each call costs the operator
 * money, and anybody with a link can cause it, so calls are counted; when too many were made, 429 is thrown and
 * nothing is decided. A provider that has rejected a wallet and gives no answer now still rejects it: otherwise the
 * wallet would wait for the day on which another provider is asked (AP-11). Null for a provider that is not set up.
 */
export async function ask(
  ctx: Ctx,
  question: Question,
  occasion: Occasion,
): Promise<{ answer: ScreeningAnswer; evaluatedAt: Date } | null> {
  const provider = ctx.providers.kyt.find(question.provider);
  if (!provider) return null;
  const last = await lastAnswer(ctx, question);
  if (last && isFresh(ctx, last, occasion)) return last;
  const answer = await together(provider, question, async () => {
    await count(ctx, question, occasion);
    const { wallet, network, policyId } = question;
    const given = await provider.screen(wallet, { network, policyId });
    if (given.status !== "error") await inTransaction(ctx, (tx) => keepAnswer(tx, question, given));
    return given;
  });
  if (answer.status === "error" && last?.answer.status === "rejected") return last;
  return { answer, evaluatedAt: ctx.now() };
}

function isFresh(
  ctx: Pick<Ctx, "now" | "config">,
  { answer, evaluatedAt }: NonNullable<Awaited<ReturnType<typeof lastAnswer>>>,
  { on }: Occasion,
): boolean {
  const { approvedMs, rejectedMs } = ctx.config.screening.reuse;
  const age = ctx.now().getTime() - evaluatedAt.getTime();
  if (answer.status === "rejected") return age < rejectedMs;
  return on === "access" && age < approvedMs;
}

function together(
  provider: ScreeningProvider,
  question: Question,
  call: () => Promise<ScreeningAnswer>,
): Promise<ScreeningAnswer> {
  const calls = underWay.get(provider) ?? new Map<string, Promise<ScreeningAnswer>>();
  underWay.set(provider, calls);
  const key = JSON.stringify(question);
  const begun = calls.get(key);
  if (begun) return begun;
  const started = call().finally(() => calls.delete(key));
  calls.set(key, started);
  return started;
}

/** Throws 429 when one of the budgets of this call is used up. */
async function count(ctx: Ctx, question: Question, { linkId }: Occasion): Promise<void> {
  const { limits } = ctx.config.screening;
  const { platformId, wallet } = question;
  const hourly = (scope: string, limit: number): Budget => ({
    scope: `screening ${scope}`,
    limit,
    windowMs: HOUR_MS,
  });
  const budgets = [];
  if (linkId !== null) {
    const visitor = `${linkId} ${ctx.caller.ip === null ? "" : addressGroup(ctx.caller.ip)}`;
    const isNew = !(await isKnownAt(ctx, linkId, wallet));
    if (isNew) budgets.push(hourly(`wallets of visitor ${visitor}`, limits.walletsPerVisitor));
    budgets.push(hourly(`visitor ${visitor}`, limits.perVisitor));
    budgets.push(hourly(`wallet ${platformId} ${wallet}`, limits.perWallet));
    budgets.push(hourly(`link ${linkId}`, limits.perLink));
  }
  budgets.push(hourly(`account ${platformId}`, limits.perAccount));
  const over = await spend(ctx, budgets);
  if (!over) return;
  ctx.log.warn({ scope: over.scope, limit: over.limit }, "too many screenings were asked for");
  throw new ApiError("too_many_requests", "Too many wallets were screened here; try again later", {
    retryAfterSeconds: over.retryAfterSeconds,
  });
}
