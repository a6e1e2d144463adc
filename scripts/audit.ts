import { readOptions, repositoryRoot } from "@/local/options";
import { runningEnvironment } from "@/local/running-environment";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/sums";
import { auditSettlements } from "@/server/requests/audit";

/**
 * `npm run audit`: reads the chains again from nothing and compares them with the ledger. Takes its database
 * and nodes from the environment, or from the stack that runs in the data directory. Exits with 1 when
 * anything differs.
 */
const { dataDir } = readOptions([], process.env, repositoryRoot());
const config = readConfig({
  LOG_LEVEL: "error",
  // The audit decrypts nothing.
  SECRET_KEY: "0".repeat(64),
  ...runningEnvironment(process.env, dataDir),
});
const app = boot(config, "audit");
const ctx = app.context(systemCaller(""));
const print = (line: string) => process.stdout.write(`${line}\n`);
let differences = 0;
for (const chain of app.chains.list()) {
  const report = await auditChain(ctx, chain);
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
const unsettled = await auditSettlements(ctx);
differences += unsettled.length;
print(`requests: ${unsettled.length} whose status does not follow from their transfers`);
for (const { requestId, status, expected } of unsettled)
  print(`  ${requestId}: ${status}, expected ${expected}`);
const unsummed = await auditSums(ctx);
differences += unsummed.length;
print(`requests: ${unsummed.length} whose stored sums are not those of their transfers`);
for (const requestId of unsummed) print(`  ${requestId}`);
await app.close();
process.exitCode = differences === 0 ? 0 : 1;
