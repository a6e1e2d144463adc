import { and, eq, lt, or } from "drizzle-orm";
import { screeningAnswers, walletScreenings } from "@/db/schema";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import type { Reads, Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import type { ScreeningProviderId } from "@/server/providers/kyt/names";
import type { ScreeningAnswer } from "@/server/providers/kyt/provider";

/** What is asked of one provider for one account. */
export interface Question {
  platformId: string;
  provider: ScreeningProviderId;
  policyId: string | null;
  network: string;
  /** In stored form. */
  wallet: string;
}

export type DefinitiveAnswer = Exclude<ScreeningAnswer, { status: "error" }>;

const DAY_MS = 86_400_000;
/** A rejection is remembered for so long, so that nobody else's answer can stand in for it (AP-11). */
const REJECTION_DAYS = 365;

/** The provider's last definitive answer and when it gave it, or null. */
export async function lastAnswer(
  { db }: Pick<Reads, "db">,
  question: Question,
): Promise<{ answer: DefinitiveAnswer; evaluatedAt: Date } | null> {
  const [row] = await db.select().from(screeningAnswers).where(isAbout(question));
  if (!row) return null;
  const { status, reasonCode, evaluatedAt } = row;
  const answer: DefinitiveAnswer =
    status === "approved" ? { status, reasonCode: null } : { status, reasonCode: reasonCode ?? "rejected" };
  return { answer, evaluatedAt };
}

/** Keeps a definitive answer in place of an older one. */
export async function keepAnswer(
  tx: Pick<Tx, "db" | "now">,
  question: Question,
  { status, reasonCode }: DefinitiveAnswer,
): Promise<void> {
  const answer = { status, reasonCode, evaluatedAt: tx.now() };
  const { platformId, provider, policyId, network, wallet } = question;
  await tx.db
    .insert(screeningAnswers)
    .values({
      platformId,
      provider,
      policyId: policyId ?? "",
      network,
      walletAddress: walletKey(wallet),
      ...answer,
    })
    .onConflictDoUpdate({
      target: [
        screeningAnswers.platformId,
        screeningAnswers.walletAddress,
        screeningAnswers.provider,
        screeningAnswers.policyId,
        screeningAnswers.network,
      ],
      set: answer,
    });
}

/** Whether a link has had any answer about a wallet, or the news that there was none. */
export async function isKnownAt({ db }: Pick<Reads, "db">, linkId: string, wallet: string): Promise<boolean> {
  const [row] = await db
    .select({ status: walletScreenings.status })
    .from(walletScreenings)
    .where(
      and(
        eq(walletScreenings.securePaymentId, linkId),
        eq(walletScreenings.walletAddress, walletKey(wallet)),
      ),
    );
  return row !== undefined;
}

/** Forgets answers that nothing would use again. */
export function sweepAnswersOfProviders(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const before = (days: number) => new Date(tx.now().getTime() - days * DAY_MS);
  const { evaluatedAt, status } = screeningAnswers;
  const isOld = or(
    and(lt(evaluatedAt, before(1)), eq(status, "approved")),
    lt(evaluatedAt, before(REJECTION_DAYS)),
  );
  return removeSome(tx, screeningAnswers, isOld, limit);
}

function isAbout({ platformId, provider, policyId, network, wallet }: Question) {
  return and(
    eq(screeningAnswers.platformId, platformId),
    eq(screeningAnswers.walletAddress, walletKey(wallet)),
    eq(screeningAnswers.provider, provider),
    eq(screeningAnswers.policyId, policyId ?? ""),
    eq(screeningAnswers.network, network),
  );
}
