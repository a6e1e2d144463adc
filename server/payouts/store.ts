import { requireKeyToPay } from "@/server/approvals/require-approval";
import { type Ctx, inTransaction } from "@/server/context";
import { rememberAnswer } from "@/server/lib/idempotency";
import { insertQuotes } from "@/server/quotes/fix-quotes";
import { keyUseOf } from "@/server/requests/creating/key-use";
import { draftRequest, type RequestDraft, type RequestFacts } from "@/server/requests/draft";
import { IdentifierTaken, insertRequests } from "@/server/requests/insert";
import type { Quotes } from "@/server/requests/paying/due";

/** What a caller is told about new payouts, and the quotes it holds. */
export interface PayoutAnswer<Answer> {
  answer: Answer;
  quotes: Quotes;
}

/**
 * Drafts payouts, makes the answer that hands out their calldata, then stores all of it in one commit.
 * `answerFor` may look at a chain and ask for prices; when it throws, nothing has been written. It runs again in the
 * rare case that an identifier was taken. Throws 403 for a client ID where payouts need a second person.
 */
export async function storePayouts<Answer>(
  ctx: Ctx,
  facts: readonly RequestFacts[],
  answerFor: (drafts: RequestDraft[]) => Promise<PayoutAnswer<Answer>>,
): Promise<Answer> {
  for (;;) {
    const drafts = facts.map((fact) => listening(draftRequest(ctx, fact)));
    const use = await keyUseOf(ctx, drafts);
    const { answer, quotes } = await answerFor(drafts);
    try {
      return await inTransaction(ctx, async (tx) => {
        await requireKeyToPay(tx);
        await insertRequests(tx, drafts, use);
        await insertQuotes(tx, [...quotes.values()]);
        await rememberAnswer(tx, answer);
        return answer;
      });
    } catch (error) {
      if (!(error instanceof IdentifierTaken)) throw error;
    }
  }
}

/** Its calldata is in the answer, so it is being listened for from the start (RS-07). */
function listening(draft: RequestDraft): RequestDraft {
  return { ...draft, row: { ...draft.row, isListening: true } };
}
