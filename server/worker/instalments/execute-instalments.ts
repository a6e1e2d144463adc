import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { EvmNetwork } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { FailedAttempt, InstalmentBook } from "@/server/executor/book";
import { executeDue, newExecutorMemory } from "@/server/executor/executor";
import type { Failure } from "@/server/executor/failure";
import type { ExecutorParts } from "@/server/executor/parts";
import { settingsOf } from "@/server/executor/settings";
import { createSigner } from "@/server/executor/signer";
import { noteState, releaseLease } from "@/server/executor/wallet";
import { newUuid } from "@/server/lib/random";
import { dueInstalments, stillActive } from "@/server/recurring-payouts/instalments/due-instalments";
import { failInstalment } from "@/server/recurring-payouts/instalments/fail";
import type { InstalmentFailure } from "@/server/recurring-payouts/instalments/failure-reason";
import { countRefused, leftOut } from "@/server/recurring-payouts/instalments/refusals";
import {
  noteTransaction,
  releaseInstalments,
  submitInstalments,
} from "@/server/recurring-payouts/instalments/submit";
import type { LoopDefinition } from "@/server/worker/loop";

/** How often a network without an executor says so. */
const OFF_EVERY_MS = 60_000;

/** The loop that pays what is due on one EVM network; none for other networks. */
export function executeInstalmentsLoop(app: App, chain: ChainAdapter): LoopDefinition[] {
  const { network } = chain;
  const settings = settingsOf(app.config.executors, network.id);
  if (network.family !== "evm" || !settings || !chain.transactions) return [];
  const log = app.log.child({ network: network.id });
  const context = () => app.context(systemCaller(""), { log });
  const name = `execute ${network.id}`;
  if (!settings.signer || !chain.recurringContract) {
    const reason = settings.signer
      ? "no recurring contract is configured"
      : "no EXECUTOR_KEY or EXECUTOR_SIGNER_URL is set for this network";
    const state = settings.signer ? ("wrong_contract" as const) : ("no_key" as const);
    const pass = async () => {
      await noteState(context(), network.id, { state, reason });
      return "idle" as const;
    };
    return [{ name, everyMs: OFF_EVERY_MS, pass }];
  }
  const owner = newUuid();
  const memory = newExecutorMemory();
  const parts: ExecutorParts = {
    ...partsOf(network, chain),
    node: chain.transactions,
    contract: chain.recurringContract,
    signer: createSigner(settings.signer),
    maxFee: settings.maxFee,
  };
  return [
    {
      name,
      everyMs: chain.pollMs,
      pass: () => executeDue(context(), parts, owner, memory),
      subscribe: (wake) => chain.onHead(wake, () => {}),
      release: () => releaseLease(context(), network.id, owner),
    },
  ];
}

function partsOf(network: EvmNetwork, chain: ChainAdapter) {
  return { network, chain, book: instalmentBook };
}

/** What the executor may know of schedules, and what becomes of them by what it says. */
export const instalmentBook: InstalmentBook = {
  due: dueInstalments,
  leftOut,
  stillActive,
  async claim(tx, moment, instalments) {
    const byName = new Map(instalments.map((one) => [nameOf(one), one]));
    const submitted = await submitInstalments(tx, moment, instalments);
    return submitted.flatMap((submission) => {
      const instalment = byName.get(nameOf(submission));
      if (!instalment) return [];
      const { digest, paymentReference } = instalment;
      return [{ ...submission, digest, paymentReference }];
    });
  },
  carry: noteTransaction,
  release: releaseInstalments,
  countRefused,
  async fail(tx, network, failed) {
    // One node has said so. `watchSchedules` makes sure and ends it; until then it is tried in no block.
    if (failed.failure === "cancelled" || failed.failure === "expired") return releaseSent(tx, failed);
    const { scheduleId, index, at, sent } = failed;
    const recorded = await failInstalment(tx, {
      scheduleId,
      index,
      at,
      failure: reasonOf(failed.failure),
      ...(sent && { attempt: sent.carried.attempt, txHash: sent.txHash }),
    });
    // The ledger is behind the contract: the simulation of the next pass says once more what is wrong.
    if (!recorded) await releaseSent(tx, failed);
    tx.log.warn(
      { network, scheduleId, index, failure: failed.failure, words: failed.words },
      "instalment failed",
    );
  },
};

async function releaseSent(tx: Tx, { sent }: FailedAttempt): Promise<void> {
  if (sent) await releaseInstalments(tx, [sent.carried]);
}

/** What a merchant is told: a signature that is not accepted any more looks like a refused transfer. */
function reasonOf(failure: Exclude<Failure, "cancelled" | "expired">): InstalmentFailure {
  return failure === "bad_signature" ? "transfer_refused" : failure;
}

function nameOf({ scheduleId, index }: { scheduleId: string; index: number }): string {
  return `${scheduleId}:${index}`;
}
