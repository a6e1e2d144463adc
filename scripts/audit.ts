import { resolve } from "node:path";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { auditChain } from "@/server/payments/audit";
import { auditSettlements } from "@/server/requests/audit";
import { readStack } from "@/server/stack/stack-file";

/**
 * `npm run audit`: reads the chains again from nothing and compares them with the ledger. Takes its database
 * and nodes from the environment, or from the stack that runs in the data directory. Exits with 1 when
 * anything differs.
 */
function environment(): Record<string, string | undefined> {
  if (process.env.DATABASE_URL) return process.env;
  const dataDir = resolve(process.env.QUITTANCE_DATA_DIR ?? ".quittance");
  const stack = readStack(dataDir);
  if (!stack) return process.env;
  const nodes = Object.entries(stack.networks).map(([id, network]) => [
    `RPC_URL_${id.replaceAll("-", "_").toUpperCase()}`,
    network.rpcUrl,
  ]);
  return {
    ...process.env,
    ...Object.fromEntries(nodes),
    DATABASE_URL: stack.databaseUrl,
    // The audit decrypts nothing.
    SECRET_KEY: process.env.SECRET_KEY ?? "0".repeat(64),
  };
}

const app = boot(readConfig({ LOG_LEVEL: "error", ...environment() }), "audit");
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
await app.close();
process.exitCode = differences === 0 ? 0 : 1;
