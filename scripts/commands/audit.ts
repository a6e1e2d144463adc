import { readFileSync } from "node:fs";
import { z } from "zod";
import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { repositoryRoot } from "@/repository-root";
import { answerWith, UsageError } from "@/scripts/command-line/answer";
import type { OptionsOf, Program } from "@/scripts/command-line/terminal";
import { ChainHead, checkChains } from "@/server/audit/check-chain";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import { auditExecutor } from "@/server/executor/audit";
import { auditLedger } from "@/server/ledger/audit";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { auditSchedules } from "@/server/recurring-payouts/audit";
import { auditSettlements, type SettlementRange } from "@/server/requests/settling/audit";
import { auditSettler } from "@/server/settler/audit";

/**
 * `quittance audit`: reads the chains again from nothing, or the named part of one, and compares them with the ledger; and
 * checks that nothing was taken out of the audit logs or changed in them. Takes its database and nodes from the environment, or from the stack that runs in the data directory.
 */
export const audit: Program<"audit"> = (terminal) =>
  answerWith(
    "audit",
    terminal,
    async (say) => {
      const asked = rangeOf(terminal.options);
      const { log: isLogOnly = false, since } = terminal.options;
      const kept = since === undefined ? [] : keptHeads(since);
      const { dataDir } = readOptions([], terminal.env, repositoryRoot());
      const config = readConfig({
        LOG_LEVEL: "error",
        // The audit decrypts nothing.
        SECRET_KEY: "0".repeat(64),
        ...runningEnvironment(terminal.env, dataDir),
      });
      const app = boot(config, "audit");
      try {
        const differences = isLogOnly ? [] : await differencesOf(app, asked, say);
        const isPart = asked.network !== undefined && !isLogOnly;
        const { heads, broken } = isPart ? NO_LOGS : await checkLogs(app, kept, say);
        differences.push(...broken);
        return { data: { differences, heads }, code: differences.length === 0 ? 0 : 1 };
      } finally {
        await app.close();
      }
    },
    (error) => (error instanceof ConfigError ? error.message : textOf(error)),
  );

/** Something of which the ledger says otherwise than the chain: what it is about, and all that is known of it. */
export type Difference = { subject: string } & Record<string, unknown>;

const NO_LOGS: { heads: ChainHead[]; broken: Difference[] } = { heads: [], broken: [] };

/** Checks the audit log of every account against its chain. */
async function checkLogs(app: App, kept: readonly ChainHead[], print: (line: string) => void) {
  const report = await checkChains(app.context(systemCaller("")), kept);
  print(
    `audit logs: ${report.accounts} accounts, ${report.entries} entries in place, ${report.differences.length} broken`,
  );
  for (const { platformId, problem, position, entryId } of report.differences) {
    const place = position === null ? "without a place" : `place ${position}`;
    print(`  ${problem}: account ${platformId}, ${place}${entryId === null ? "" : `, entry ${entryId}`}`);
  }
  const broken: Difference[] = report.differences.map((one) => ({ subject: "audit_log", ...one }));
  return { heads: report.heads, broken };
}

const Kept = z.union([
  z.object({ heads: z.array(ChainHead) }).transform(({ heads }) => heads),
  z.object({ head: ChainHead.nullable() }).transform(({ head }) => (head ? [head] : [])),
]);

/** The heads that the answer of an earlier audit names, or that of an account's own download. */
function keptHeads(file: string): ChainHead[] {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new UsageError(`${file} is neither the answer of quittance audit --json nor an audit log as JSON`);
  }
}

/** Says what was compared, and returns what of it differs. */
export async function differencesOf(
  app: App,
  asked: SettlementRange,
  print: (line: string) => void,
): Promise<Difference[]> {
  const ctx = app.context(systemCaller(""));
  const differences: Difference[] = [];
  const note = (subject: string, network: string | undefined, found: readonly object[]) =>
    differences.push(
      ...found.map((one) => ({ subject, ...(network === undefined ? {} : { network }), ...one })),
    );
  const chains = app.chains.list().filter(({ network }) => (asked.network ?? network.id) === network.id);
  if (chains.length === 0) throw new UsageError(`no node of ${asked.network} is configured`);
  for (const chain of chains) {
    const report = await auditChain(ctx, chain, asked);
    if (!report) {
      print(`${chain.network.id}: not watched yet`);
      continue;
    }
    note("payments", chain.network.id, report.differences);
    print(
      `${report.network}: blocks ${report.from} to ${report.to}, ${report.events} payment events, ` +
        `${report.matched} for our requests, ${report.differences.length} differences`,
    );
    for (const { txHash, position, problem } of report.differences)
      print(`  ${problem}: ${txHash} #${position}`);
  }
  for (const chain of chains) {
    const report = await auditExecutor(ctx, chain, asked);
    if (!report || report.transactions + report.instalments === 0) continue;
    note("executor", chain.network.id, report.differences);
    print(
      `${report.network}: ${report.transactions} transactions of the executor, ${report.instalments} instalments, ` +
        `${report.differences.length} differences`,
    );
    for (const { txHash, problem } of report.differences) print(`  ${problem}: ${txHash}`);
  }
  for (const chain of chains) {
    const report = await auditSettler(ctx, chain);
    if (!report || report.transactions === 0) continue;
    note("settler", chain.network.id, report.differences);
    print(
      `${report.network}: ${report.transactions} transactions of the settler, ${report.differences.length} differences`,
    );
    for (const { txHash, problem } of report.differences) print(`  ${problem}: ${txHash}`);
  }
  for (const chain of chains) {
    const report = await auditDeposits(ctx, chain);
    if (!report || report.deposits + report.differences.length === 0) continue;
    note("deposits", chain.network.id, report.differences);
    print(
      `${report.network}: ${report.deposits} deposits for other networks, ${report.differences.length} differences`,
    );
    for (const { depositId, problem } of report.differences) print(`  ${problem}: deposit ${depositId}`);
  }
  for (const chain of chains) {
    const found = await auditSchedules(ctx, chain);
    note("schedules", chain.network.id, found);
    print(`${chain.network.id}: ${found.length} schedules of instalments that differ from their contract`);
    for (const { recurringPaymentId, problem } of found) print(`  ${problem}: ${recurringPaymentId}`);
  }
  const unsettled = await auditSettlements(ctx, asked);
  note("requests", undefined, unsettled);
  print(`requests: ${unsettled.length} whose status does not follow from their transfers`);
  for (const { requestId, status, expected } of unsettled)
    print(`  ${requestId}: ${status}, expected ${expected}`);
  const values = await auditValues(ctx, asked);
  note("values", undefined, values.differences);
  print(
    `converted payments: ${values.payments}, ${values.differences.length} not worth what their quotes and rates say`,
  );
  for (const { requestId, txHash, position, problem, credited, expected } of values.differences)
    print(
      `  ${problem}: ${txHash} #${position} of ${requestId}: credited ${credited}, expected ${expected ?? "nothing"}`,
    );
  if (asked.network === undefined) {
    const unsummed = await auditSums(ctx);
    note(
      "sums",
      undefined,
      unsummed.map((requestId) => ({ requestId })),
    );
    print(`requests: ${unsummed.length} whose stored sums are not those of their transfers`);
    for (const requestId of unsummed) print(`  ${requestId}`);
    const entries = await auditLedger(ctx);
    note("ledger", undefined, entries);
    print(`ledger: ${entries.length} entries that do not follow from what is recorded`);
    for (const { source, part, problem } of entries) print(`  ${problem}: ${source} ${part}`);
  }
  return differences;
}

function rangeOf({ network, from, to, log, since }: OptionsOf<"audit">): SettlementRange {
  if (log && network !== undefined) throw new UsageError("--log asks no node: leave --network out");
  if (since !== undefined && network !== undefined) {
    throw new UsageError("--since is about the audit logs, which are of no network: leave --network out");
  }
  if (network === undefined && (from ?? to) !== undefined) {
    throw new UsageError("--from and --to are blocks of one network: name it with --network");
  }
  return { network, from: blockOf(from), to: blockOf(to) };
}

function blockOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`${text} is not a block`);
  return BigInt(text);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
