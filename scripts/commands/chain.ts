import { type Answer, UsageError } from "@/scripts/command-line/answer";
import { type Command, Failure, operatorCommand } from "@/scripts/operator/command";
import type { ChainAdapter } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import {
  type QuarantinedDeposit,
  quarantinedDepositsOf,
  retryDeposits,
} from "@/server/crosschain/quarantine";
import type { AuditDifference } from "@/server/payments/audit";
import { cursorOf } from "@/server/payments/watching/repair";
import { lagBlocks } from "@/server/payments/watching/watcher-state";
import { skipSequence } from "@/server/platforms/skip-sequence";
import { findQuarantined, quarantinedOf } from "@/server/requests/settling/quarantine";
import { planRescan, rescan as rescanBlocks } from "@/server/worker/repairs/rescan";
import { planResume, resume as resumeWatching } from "@/server/worker/repairs/resume";
import { settleAgain } from "@/server/worker/settling/settle";

interface Given {
  network?: string | undefined;
  from?: bigint | undefined;
  to?: bigint | undefined;
  isApplied: boolean;
}

/** What a rescan does about a difference, by the word that `quittance audit` has for it. */
const MEANINGS: Record<AuditDifference["problem"], string> = {
  missing: "to be recorded and announced",
  extra: "to be taken back: the node does not have it",
  request: "to be looked at: names another request",
  amount: "to be corrected: another amount",
  recipient: "to be corrected: another recipient",
  token: "to be corrected: another token",
  block: "to be corrected: another block",
  mismatch: "to be corrected: fits its request otherwise",
  credited: "to be corrected: its conversion event says another amount",
};

// `quittance chain …`: what an operator does when a watcher stands still or the ledger is doubted. All but `status` only say
// what they would change, unless `--apply` is there. Workers may run meanwhile.

export const status = operatorCommand("chain status", () => null, showStatus);

export const rescan = operatorCommand("chain rescan", rangeOf, rescanRange);

export const resume = operatorCommand("chain resume", rangeOf, resumeChain);

export const settle = operatorCommand(
  "chain settle",
  ({ options: { request, apply } }) => ({
    request: request ?? missing("Which request? --request"),
    isApplied: apply,
  }),
  settleQuarantined,
);

export const deposits = operatorCommand(
  "chain deposits",
  ({ options: { network, apply } }) => ({ network, isApplied: apply }),
  followDepositsAgain,
);

export const restored = operatorCommand(
  "chain restored",
  ({ options: { skip, apply } }) => ({ skip: Number(blockOf(skip)), isApplied: apply }),
  skipNumbers,
);

async function showStatus({ app, asOperator, say }: Command): Promise<Answer> {
  const ctx = asOperator();
  const networks = [];
  for (const { network } of app.chains.list()) {
    const cursor = await cursorOf(ctx, network.id);
    if (!cursor) {
      say(`${network.id}: not watched yet`);
      networks.push({ network: network.id, isWatched: false });
      continue;
    }
    const halted = cursor.haltedReason === null ? "" : `, HALTED: ${cursor.haltedReason}`;
    say(
      `${network.id}: processed up to block ${cursor.nextBlock - 1n}, final up to ${cursor.finalizedBlock}, ` +
        `${lagBlocks(cursor, undefined)} behind${halted}`,
    );
    const quarantined = await quarantinedOf(ctx, network.id);
    for (const { publicId, reason, failures, retryAt } of quarantined) {
      say(`  quarantined ${publicId}: ${reason} (${failures} times; again at ${retryAt.toISOString()})`);
    }
    const waiting = await quarantinedDepositsOf(ctx, network.id);
    for (const deposit of waiting) say(`  ${wordsOf(deposit)}`);
    networks.push({
      network: network.id,
      isWatched: true,
      processedBlock: cursor.nextBlock - 1n,
      finalizedBlock: cursor.finalizedBlock,
      lagBlocks: lagBlocks(cursor, undefined),
      haltedReason: cursor.haltedReason,
      quarantinedRequests: quarantined.map(({ publicId, reason, failures, retryAt }) => ({
        requestId: publicId,
        reason,
        failures,
        retryAt,
      })),
      quarantinedDeposits: waiting,
    });
  }
  return { data: { networks } };
}

async function rescanRange(command: Command, given: Given): Promise<Answer> {
  const { ctx, chain } = target(command, given);
  if (given.from === undefined) throw new UsageError("Where does it begin? --from");
  const processed = (await cursorOf(ctx, chain.network.id))?.nextBlock ?? 0n;
  const range = { from: given.from, to: given.to ?? processed - 1n };
  const differences = await planRescan(ctx, chain, range);
  command.say(`${chain.network.id}: blocks ${range.from} to ${range.to}, ${differences.length} differences`);
  showDifferences(command, differences);
  let left = differences;
  await applyOrDescribe(command, given, async () => {
    await rescanBlocks(ctx, chain, range);
    left = await planRescan(ctx, chain, range);
    command.say(`Rescanned; ${left.length} differences are left.`);
    showDifferences(command, left);
  });
  const { isApplied } = given;
  return {
    data: { network: chain.network.id, ...range, differences, isApplied, ...(isApplied ? { left } : {}) },
  };
}

async function resumeChain(command: Command, given: Given): Promise<Answer> {
  const { ctx, chain } = target(command, given);
  const plan = await planResume(ctx, chain, { from: given.from });
  if (!plan) {
    command.say(`${chain.network.id} is not halted: nothing to do.`);
    return { data: { network: chain.network.id, isHalted: false } };
  }
  command.say(`${chain.network.id} is halted: ${plan.reason}`);
  command.say(`Block ${plan.anchor.number} of the node, ${plan.anchor.hash}, is final from then on.`);
  command.say(
    `Blocks ${plan.from} to ${plan.to} are read again, with ${plan.differences.length} differences:`,
  );
  showDifferences(command, plan.differences);
  command.say("The chains must part above the first of these blocks; else name a lower one with --from.");
  await applyOrDescribe(command, given, async () => {
    await resumeWatching(ctx, chain, plan);
    command.say(`${chain.network.id} goes on.`);
  });
  const { reason, anchor, from, to, differences } = plan;
  const data = {
    network: chain.network.id,
    isHalted: !given.isApplied,
    reason,
    anchor,
    from,
    to,
    differences,
  };
  return { data: { ...data, isApplied: given.isApplied } };
}

async function settleQuarantined(
  command: Command,
  given: { request: string; isApplied: boolean },
): Promise<Answer> {
  const ctx = command.asOperator();
  const found = await findQuarantined(ctx, given.request);
  if (!found) {
    command.say("This request is not quarantined: nothing to do.");
    return { data: { request: given.request, isQuarantined: false } };
  }
  command.say(`${given.request} failed ${found.failures} times: ${found.reason}`);
  await applyOrDescribe(command, given, async () => {
    const isSettled = await inTransaction(ctx, (tx) => settleAgain(tx, found.requestId));
    if (!isSettled) throw new Failure("It failed again; quittance chain status has the reason.");
    command.say("Settled.");
  });
  const { failures, reason } = found;
  return { data: { request: given.request, isQuarantined: !given.isApplied, failures, reason } };
}

async function followDepositsAgain(command: Command, given: Given): Promise<Answer> {
  const { ctx, chain } = target(command, given);
  const waiting = await quarantinedDepositsOf(ctx, chain.network.id);
  if (waiting.length === 0) {
    command.say(`No deposit on ${chain.network.id} is quarantined: nothing to do.`);
    return { data: { network: chain.network.id, deposits: [] } };
  }
  for (const deposit of waiting) command.say(wordsOf(deposit));
  await applyOrDescribe(command, given, async () => {
    const count = await inTransaction(ctx, (tx) => retryDeposits(tx, chain.network.id));
    command.say(`The next pass of a worker tries ${count} again; quittance chain status says what is left.`);
  });
  return { data: { network: chain.network.id, deposits: waiting, isApplied: given.isApplied } };
}

function wordsOf({ txHash, logIndex, reason, failures, retryAt }: QuarantinedDeposit): string {
  const when = `${failures} times; again at ${retryAt.toISOString()}`;
  return `quarantined deposit ${txHash} #${logIndex}: ${reason} (${when})`;
}

async function skipNumbers(command: Command, given: { skip: number; isApplied: boolean }): Promise<Answer> {
  command.say(`The sequence of every account moves on by ${given.skip}.`);
  await applyOrDescribe(command, given, async () => {
    const accounts = await inTransaction(command.asOperator(), (tx) => skipSequence(tx, given.skip));
    command.say(`Moved on for ${accounts} accounts.`);
  });
  return { data: given };
}

function showDifferences({ say }: Command, differences: readonly AuditDifference[]): void {
  for (const { problem, txHash, position } of differences) {
    say(`  ${txHash} #${position}: ${MEANINGS[problem]}`);
  }
}

async function applyOrDescribe(
  { say }: Command,
  { isApplied }: { isApplied: boolean },
  apply: () => Promise<void>,
): Promise<void> {
  if (isApplied) await apply();
  else say("Nothing was changed. Add --apply to do it.");
}

function target({ app, asOperator }: Command, { network }: Given): { ctx: Ctx; chain: ChainAdapter } {
  const chain = network === undefined ? null : app.chains.find(network);
  if (!chain) {
    const known = app.chains.list().map((one) => one.network.id);
    throw new UsageError(`Which network? --network ${known.join("|")}`);
  }
  return { ctx: asOperator(), chain };
}

function rangeOf({
  options: { network, from, to, apply },
}: {
  options: {
    network?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    apply: boolean;
  };
}): Given {
  return { network, from: blockOf(from), to: blockOf(to), isApplied: apply };
}

function missing(words: string): never {
  throw new UsageError(words);
}

function blockOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number`);
  return BigInt(text);
}
