import { parseArgs } from "node:util";
import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { repositoryRoot } from "@/repository-root";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { auditExecutor } from "@/server/executor/audit";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { auditSchedules } from "@/server/recurring-payouts/audit";
import { auditSettlements, type SettlementRange } from "@/server/requests/settling/audit";
import { auditSettler } from "@/server/settler/audit";
import type { Program } from "./terminal";

/**
 * `npm run audit [-- --network <network> [--from <block>] [--to <block>]]`: reads the chains again from nothing, or the
 * named part of one, and compares them with the ledger. Takes its database and nodes from the environment, or from the
 * stack that runs in the data directory. Exits with 1 when anything differs, and with 2 when it was called wrongly.
 */
export const audit: Program = async ({ args, env, print, complain }) => {
  try {
    const asked = range(args);
    const { dataDir } = readOptions([], env, repositoryRoot());
    const config = readConfig({
      LOG_LEVEL: "error",
      // The audit decrypts nothing.
      SECRET_KEY: "0".repeat(64),
      ...runningEnvironment(env, dataDir),
    });
    const app = boot(config, "audit");
    try {
      return (await differencesOf(app, asked, (line) => print(`${line}\n`))) === 0 ? 0 : 1;
    } finally {
      await app.close();
    }
  } catch (error) {
    if (!(error instanceof Misused)) throw error;
    complain(`${error.message}\nnpm run audit -- [--network <network> [--from <block>] [--to <block>]]\n`);
    return 2;
  }
};

/** A mistake in how the command was called. */
class Misused extends Error {
  override readonly name = "Misused";
}

/** Prints what was compared, and returns how much of it differs. */
async function differencesOf(
  app: App,
  asked: SettlementRange,
  print: (line: string) => void,
): Promise<number> {
  const ctx = app.context(systemCaller(""));
  let differences = 0;
  const chains = app.chains.list().filter(({ network }) => (asked.network ?? network.id) === network.id);
  if (chains.length === 0) throw new Misused(`no node of ${asked.network} is configured`);
  for (const chain of chains) {
    const report = await auditChain(ctx, chain, asked);
    if (!report) {
      print(`${chain.network.id}: not watched yet`);
      continue;
    }
    differences += report.differences.length;
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
    differences += report.differences.length;
    print(
      `${report.network}: ${report.transactions} transactions of the executor, ${report.instalments} instalments, ` +
        `${report.differences.length} differences`,
    );
    for (const { txHash, problem } of report.differences) print(`  ${problem}: ${txHash}`);
  }
  for (const chain of chains) {
    const report = await auditSettler(ctx, chain);
    if (!report || report.transactions === 0) continue;
    differences += report.differences.length;
    print(
      `${report.network}: ${report.transactions} transactions of the settler, ${report.differences.length} differences`,
    );
    for (const { txHash, problem } of report.differences) print(`  ${problem}: ${txHash}`);
  }
  for (const chain of chains) {
    const report = await auditDeposits(ctx, chain);
    if (!report || report.deposits + report.differences.length === 0) continue;
    differences += report.differences.length;
    print(
      `${report.network}: ${report.deposits} deposits for other networks, ${report.differences.length} differences`,
    );
    for (const { depositId, problem } of report.differences) print(`  ${problem}: deposit ${depositId}`);
  }
  for (const chain of chains) {
    const found = await auditSchedules(ctx, chain);
    differences += found.length;
    print(`${chain.network.id}: ${found.length} schedules of instalments that differ from their contract`);
    for (const { recurringPaymentId, problem } of found) print(`  ${problem}: ${recurringPaymentId}`);
  }
  const unsettled = await auditSettlements(ctx, asked);
  differences += unsettled.length;
  print(`requests: ${unsettled.length} whose status does not follow from their transfers`);
  for (const { requestId, status, expected } of unsettled)
    print(`  ${requestId}: ${status}, expected ${expected}`);
  const values = await auditValues(ctx, asked);
  differences += values.differences.length;
  print(
    `converted payments: ${values.payments}, ${values.differences.length} not worth what their quotes and rates say`,
  );
  for (const { requestId, txHash, position, problem, credited, expected } of values.differences)
    print(
      `  ${problem}: ${txHash} #${position} of ${requestId}: credited ${credited}, expected ${expected ?? "nothing"}`,
    );
  if (asked.network === undefined) {
    const unsummed = await auditSums(ctx);
    differences += unsummed.length;
    print(`requests: ${unsummed.length} whose stored sums are not those of their transfers`);
    for (const requestId of unsummed) print(`  ${requestId}`);
  }
  return differences;
}

function range(args: readonly string[]): SettlementRange {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { network: { type: "string" }, from: { type: "string" }, to: { type: "string" } },
    });
    const [from, to] = [blockOf(values.from), blockOf(values.to)];
    if (values.network === undefined && (from ?? to) !== undefined) {
      throw new Error("--from and --to are blocks of one network: name it with --network");
    }
    return { network: values.network, from, to };
  } catch (error) {
    throw new Misused(error instanceof Error ? error.message : String(error));
  }
}

function blockOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`${text} is not a block`);
  return BigInt(text);
}
