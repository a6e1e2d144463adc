import type { ChainAdapter, ShownTransaction } from "@/server/chains/adapter";
import type { Ctx } from "@/server/context";
import type { MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { askAbout, type Understood, valueUnderstood } from "@/server/worker/transfers/understand";

/** What blocks up to `to` hold for us. */
export interface UnderstoodPiece {
  to: bigint;
  understood: Understood;
}

const NOTHING: Understood = {
  blocks: [],
  seen: [],
  fees: [],
  refunds: [],
  unclaimed: [],
  arrived: [],
  collections: [],
};

/**
 * Commits pieces one after another, and asks the chain about the next one while one is being written. `commit` gets what the
 * commit before gave back, the first one `from`. `alsoAt` belong to the first piece.
 */
export async function writeInTurn<Place>(
  ctx: Ctx,
  chain: ChainAdapter,
  pieces: readonly MatchedPiece[],
  {
    from,
    commit,
    alsoAt = [],
  }: {
    from: Place;
    commit: (at: Place, piece: UnderstoodPiece) => Promise<Place>;
    alsoAt?: readonly ShownTransaction[];
  },
): Promise<Place> {
  let at = from;
  const [first] = pieces;
  let answered = first ? await askAbout(ctx, chain, first, alsoAt) : NOTHING;
  for (const [i, { to }] of pieces.entries()) {
    const understood = await valueUnderstood(ctx, chain, answered);
    const following = pieces[i + 1];
    // Both are waited for, whatever becomes of the other: nothing goes on after the pass.
    const [written, asked] = await Promise.allSettled([
      commit(at, { to, understood }),
      following ? askAbout(ctx, chain, following) : NOTHING,
    ]);
    if (written.status === "rejected") throw written.reason;
    if (asked.status === "rejected") throw asked.reason;
    at = written.value;
    answered = asked.value;
  }
  return at;
}
