import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import type { FailedInstalment } from "@/server/executor/failure";
import { callOf, gasLimitOf, type Instalment, MAX_CALLDATA_BYTES } from "@/server/executor/instalment";
import { paidTogether, rehearse, type Stage } from "@/server/executor/rehearse";

/** What one transaction is to carry, and what came to light on the way. */
export interface Plan {
  /** In the order of the transaction; all of them were paid in the simulation. */
  instalments: Instalment[];
  /** What cannot be paid, with the reason. */
  failed: FailedInstalment[];
  /** What the contract has paid already although the ledger does not know. */
  ahead: Instalment[];
  /** Something that is wrong with the executor itself, and stops all of them. */
  problem: "not_relayer" | "contract_paused" | null;
}

/** More than the gas of any transaction has room for. */
const MOST = 64;

/** Why an instalment fails that is paid in one simulation and not in the next. */
const UNSTEADY = "it is paid in one simulation and refused in the next";

/** Simulations before what is known to be paid together is sent: some payers spoil it on purpose. */
const MAX_SIMULATIONS = UNTRUSTED.instalmentsTogether.count;

/**
 * Chooses what goes into the next transaction from what is due, in that order, which has to be the order of their
 * index within a schedule. Each schedule's next instalment is simulated alone, then all together: several schedules
 * may want the same balance. What fails only together with others is left for the next transaction.
 */
export async function planTransaction(
  stage: Stage,
  due: readonly Instalment[],
  gasLimit: bigint,
): Promise<Plan> {
  const rehearsed = await rehearse(stage, firstOfEach(due));
  const problem = rehearsed.find(({ verdict }) => verdict.kind === "executor")?.verdict;
  if (problem?.kind === "executor")
    return { instalments: [], failed: [], ahead: [], problem: problem.problem };

  const failed = rehearsed.flatMap(({ instalment, verdict }) =>
    verdict.kind === "fails" ? [{ instalment, failure: verdict.failure, words: verdict.words }] : [],
  );
  const payable = new Set(
    rehearsed.flatMap(({ instalment, verdict }) => (verdict.kind === "payable" ? [instalment.digest] : [])),
  );
  const candidates = inTurns(due.filter(({ digest }) => payable.has(digest)));
  const { together, refusedAlone } = await payableTogether(stage, candidates, gasLimit);
  for (const { instalment, verdict } of await rehearse(stage, refusedAlone)) {
    // Paid a moment ago and now again, and not in between: somebody who answers as he likes would stay for ever.
    if (verdict.kind === "payable") failed.push({ instalment, failure: "transfer_refused", words: UNSTEADY });
    if (verdict.kind === "fails") failed.push({ instalment, failure: verdict.failure, words: verdict.words });
  }
  const ahead = rehearsed.flatMap(({ instalment, verdict }) =>
    verdict.kind === "not_now" && verdict.problem === "already_paid" ? [instalment] : [],
  );
  return { instalments: together, failed, ahead, problem: null };
}

function firstOfEach(due: readonly Instalment[]): Instalment[] {
  const seen = new Set<string>();
  return due.filter(({ digest }) => !seen.has(digest) && seen.add(digest));
}

/** The next instalment of every schedule, then the one after it of every schedule, and so on. */
function inTurns(due: readonly Instalment[]): Instalment[] {
  const counted = new Map<string, number>();
  const turns = due.map((instalment) => {
    const turn = counted.get(instalment.digest) ?? 0;
    counted.set(instalment.digest, turn + 1);
    return { instalment, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ instalment }) => instalment);
}

/** As many from the front as fit into one transaction. */
function within(all: readonly Instalment[], gasLimit: bigint): Instalment[] {
  const due = all.slice(0, MOST);
  const fits = (count: number) => {
    const data = callOf(due.slice(0, count));
    return gasLimitOf(count, data) <= gasLimit && data.length / 2 <= MAX_CALLDATA_BYTES;
  };
  return due.slice(0, longest(due.length, fits));
}

/**
 * Those that are all paid when they are sent together: the longest part from the front of which everything is paid,
 * then the same with what follows the one that was not, and so on; what comes later in the queue takes the room. With
 * the one that was not, everything else of its payer that comes after it waits for the next transaction.
 * `refusedAlone`: what is not paid with nothing before it.
 */
async function payableTogether(
  stage: Stage,
  queue: readonly Instalment[],
  gasLimit: bigint,
): Promise<{ together: Instalment[]; refusedAlone: Instalment[] }> {
  const refusedAlone: Instalment[] = [];
  let rest = [...queue];
  let known = 0;
  let left = MAX_SIMULATIONS;
  const isPaid = async (instalments: readonly Instalment[]) => {
    left -= 1;
    return (await paidTogether(stage, instalments)) === instalments.length;
  };
  for (;;) {
    const batch = within(rest, gasLimit);
    if (batch.length === known) return { together: batch, refusedAlone };
    if (left <= 0) return { together: batch.slice(0, known), refusedAlone };
    if (await isPaid(batch)) return { together: batch, refusedAlone };
    let [good, bad] = [known, batch.length];
    while (bad - good > 1 && left > 0) {
      const middle = (good + bad) >> 1;
      if (await isPaid(batch.slice(0, middle))) good = middle;
      else bad = middle;
    }
    const refused = batch[bad - 1];
    if (bad - good > 1 || !refused) return { together: batch.slice(0, good), refusedAlone };
    if (good === 0) refusedAlone.push(refused);
    const { subscriber } = refused.permit;
    rest = rest.filter((one, i) => i < good || one.permit.subscriber !== subscriber);
    known = good;
  }
}

/** The largest count up to `most` that fits, where every smaller one fits too. */
function longest(most: number, fits: (count: number) => boolean): number {
  if (most === 0 || fits(most)) return most;
  let [good, bad] = [0, most];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
