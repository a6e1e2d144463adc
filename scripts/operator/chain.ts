import { parseArgs } from "node:util";
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
import { planRescan, rescan } from "@/server/worker/repairs/rescan";
import { planResume, RESUME_BLOCKS, resume } from "@/server/worker/repairs/resume";
import { settleAgain } from "@/server/worker/settling/settle";
import { type Command, operatorCommand, UsageError } from "./command";

const USAGE = [
  "npm run chain -- status                                            where every watcher stands, and what is quarantined",
  "npm run chain -- rescan --network <ID> --from <block> [--to <block>]    read blocks again and correct the ledger",
  `npm run chain -- resume --network <ID> [--from <block>]             let a halted chain go on; reads the last ${RESUME_BLOCKS} final blocks again`,
  "npm run chain -- settle --request <ID>                             try a quarantined request again now",
  "npm run chain -- deposits --network <ID>                           have the worker try the quarantined deposits of a source again",
  "npm run chain -- restored [--skip <numbers>]                       after a restore: give out no sequence number twice (10000)",
  "",
  "All but status only say what they would change, unless --apply is there. Workers may run meanwhile.",
].join("\n");

interface Given {
  run: Action;
  network?: string;
  from?: bigint;
  to?: bigint;
  request?: string;
  skip: number;
  isApplied: boolean;
}

type Action = (command: Command, given: Given) => Promise<void>;

const ACTIONS: Record<string, Action> = {
  status: showStatus,
  rescan: rescanRange,
  resume: resumeChain,
  settle: settleQuarantined,
  deposits: followDepositsAgain,
  restored: skipNumbers,
};

/** What a rescan does about a difference, by the word that `npm run audit` has for it. */
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

/** `npm run chain`: what an operator does when a watcher stands still or the ledger is doubted. */
export const chain = operatorCommand(USAGE, readArguments, (command, given) => given.run(command, given));

async function showStatus({ app, asOperator, say }: Command): Promise<void> {
  const ctx = asOperator();
  for (const { network } of app.chains.list()) {
    const cursor = await cursorOf(ctx, network.id);
    if (!cursor) {
      say(`${network.id}: not watched yet`);
      continue;
    }
    const halted = cursor.haltedReason === null ? "" : `, HALTED: ${cursor.haltedReason}`;
    say(
      `${network.id}: processed up to block ${cursor.nextBlock - 1n}, final up to ${cursor.finalizedBlock}, ` +
        `${lagBlocks(cursor, undefined)} behind${halted}`,
    );
    for (const { publicId, reason, failures, retryAt } of await quarantinedOf(ctx, network.id)) {
      say(`  quarantined ${publicId}: ${reason} (${failures} times; again at ${retryAt.toISOString()})`);
    }
    for (const deposit of await quarantinedDepositsOf(ctx, network.id)) say(`  ${wordsOf(deposit)}`);
  }
}

async function rescanRange(command: Command, given: Given): Promise<void> {
  const { ctx, chain } = target(command, given);
  if (given.from === undefined) throw new UsageError("Where does it begin? --from");
  const processed = (await cursorOf(ctx, chain.network.id))?.nextBlock ?? 0n;
  const range = { from: given.from, to: given.to ?? processed - 1n };
  const differences = await planRescan(ctx, chain, range);
  command.say(`${chain.network.id}: blocks ${range.from} to ${range.to}, ${differences.length} differences`);
  showDifferences(command, differences);
  await applyOrDescribe(command, given, async () => {
    await rescan(ctx, chain, range);
    const left = await planRescan(ctx, chain, range);
    command.say(`Rescanned; ${left.length} differences are left.`);
    showDifferences(command, left);
  });
}

async function resumeChain(command: Command, given: Given): Promise<void> {
  const { ctx, chain } = target(command, given);
  const plan = await planResume(ctx, chain, { from: given.from });
  if (!plan) {
    command.say(`${chain.network.id} is not halted: nothing to do.`);
    return;
  }
  command.say(`${chain.network.id} is halted: ${plan.reason}`);
  command.say(`Block ${plan.anchor.number} of the node, ${plan.anchor.hash}, is final from then on.`);
  command.say(
    `Blocks ${plan.from} to ${plan.to} are read again, with ${plan.differences.length} differences:`,
  );
  showDifferences(command, plan.differences);
  command.say("The chains must part above the first of these blocks; else name a lower one with --from.");
  await applyOrDescribe(command, given, async () => {
    await resume(ctx, chain, plan);
    command.say(`${chain.network.id} goes on.`);
  });
}

async function settleQuarantined(command: Command, given: Given): Promise<void> {
  const ctx = command.asOperator();
  if (given.request === undefined) throw new UsageError("Which request? --request");
  const found = await findQuarantined(ctx, given.request);
  if (!found) {
    command.say("This request is not quarantined: nothing to do.");
    return;
  }
  command.say(`${given.request} failed ${found.failures} times: ${found.reason}`);
  await applyOrDescribe(command, given, async () => {
    const isSettled = await inTransaction(ctx, (tx) => settleAgain(tx, found.requestId));
    if (!isSettled) throw new UsageError("It failed again; npm run chain -- status has the reason.");
    command.say("Settled.");
  });
}

async function followDepositsAgain(command: Command, given: Given): Promise<void> {
  const { ctx, chain } = target(command, given);
  const waiting = await quarantinedDepositsOf(ctx, chain.network.id);
  if (waiting.length === 0) {
    command.say(`No deposit on ${chain.network.id} is quarantined: nothing to do.`);
    return;
  }
  for (const deposit of waiting) command.say(wordsOf(deposit));
  await applyOrDescribe(command, given, async () => {
    const count = await inTransaction(ctx, (tx) => retryDeposits(tx, chain.network.id));
    command.say(`The next pass of a worker tries ${count} again; npm run chain -- status says what is left.`);
  });
}

function wordsOf({ txHash, logIndex, reason, failures, retryAt }: QuarantinedDeposit): string {
  const when = `${failures} times; again at ${retryAt.toISOString()}`;
  return `quarantined deposit ${txHash} #${logIndex}: ${reason} (${when})`;
}

async function skipNumbers(command: Command, given: Given): Promise<void> {
  command.say(`The sequence of every account moves on by ${given.skip}.`);
  await applyOrDescribe(command, given, async () => {
    const accounts = await inTransaction(command.asOperator(), (tx) => skipSequence(tx, given.skip));
    command.say(`Moved on for ${accounts} accounts.`);
  });
}

function showDifferences({ say }: Command, differences: readonly AuditDifference[]): void {
  for (const { problem, txHash, position } of differences) {
    say(`  ${txHash} #${position}: ${MEANINGS[problem]}`);
  }
}

async function applyOrDescribe(
  { say }: Command,
  { isApplied }: Given,
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

function readArguments(args: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      network: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      request: { type: "string" },
      skip: { type: "string", default: "10000" },
      apply: { type: "boolean", default: false },
    },
  });
  const [action = ""] = positionals;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run || positionals.length > 1) throw new UsageError("What is to be done?");
  const { network, request } = values;
  return {
    run,
    network,
    request,
    from: blockOf(values.from),
    to: blockOf(values.to),
    skip: Number(blockOf(values.skip) ?? 0n),
    isApplied: values.apply,
  };
}

function blockOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a number`);
  return BigInt(text);
}
