import { isSameTransaction, requireSameTransaction } from "@/components/pay/safety/difference";
import { builtApprovals, type Expectation, type Preparation } from "@/components/pay/safety/expected";
import { Mismatch } from "@/components/pay/safety/mismatch";
import type { OfferedTransaction } from "@/components/pay/safety/offered";

/**
 * Which of our approvals an answer asks for, in our order. Throws `Mismatch` for any other transaction, for one
 * twice, and for a reset that no approval follows.
 */
export function chosenApprovals(
  expectation: Expectation,
  offered: readonly OfferedTransaction[],
): Preparation[] {
  const { network } = expectation;
  let open = builtApprovals(expectation);
  const chosen: Preparation[] = [];
  for (const one of offered) {
    const at = open.findIndex(({ built, usual }) =>
      [built, usual].some((known) => isSameTransaction(network, known, one)),
    );
    const found = open[at];
    if (!found) throw stranger(expectation, one);
    if (!followsReset(chosen.at(-1), found)) throw unfinished();
    chosen.push(found);
    open = open.slice(at + 1);
  }
  if (chosen.at(-1)?.kind === "reset") throw unfinished();
  return chosen;
}

function followsReset(before: Preparation | undefined, next: Preparation): boolean {
  return before?.kind !== "reset" || before.spend.token === next.spend.token;
}

/** Names what is wrong with a transaction that is none of ours: most likely an approval of too much. */
function stranger(expectation: Expectation, offered: OfferedTransaction): Mismatch {
  const { network } = expectation;
  const ofToken = builtApprovals(expectation).filter(
    ({ built }) => built.to.toLowerCase() === offered.to.toLowerCase(),
  );
  const nearest = ofToken.find(({ kind }) => kind === "approve");
  if (!nearest) return new Mismatch("transactions", "approvals of what is paid", offered.to);
  try {
    requireSameTransaction(network, nearest.built, offered);
  } catch (error) {
    if (error instanceof Mismatch) return error;
    throw error;
  }
  return new Mismatch("transactions", "each approval once", "one more");
}

function unfinished(): Mismatch {
  return new Mismatch("transactions", "an approval after a reset", "a reset alone");
}
