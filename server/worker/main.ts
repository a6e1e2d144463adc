import { hostname } from "node:os";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import { startMetricsServer } from "@/server/http/monitoring/metrics-server";
import { keepProving } from "@/server/keys/keep-proving";
import { WrongSecretKey } from "@/server/keys/prove-secret-key";
import { newUuid } from "@/server/lib/random";
import { askLifiLoop } from "@/server/worker/crosschain/ask-lifi";
import { watchCrosschainLoop } from "@/server/worker/crosschain/watch-crosschain";
import { settleDepositsLoop } from "@/server/worker/deposits/settle-deposits";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { watchSchedulesLoop } from "@/server/worker/instalments/watch-schedules";
import { Loop } from "@/server/worker/loop";
import { announceDisabledWebhooksLoop } from "@/server/worker/tasks/announce-disabled-webhooks";
import { askOfframpProvidersLoop } from "@/server/worker/tasks/ask-offramp-providers";
import { askSafeServiceLoop } from "@/server/worker/tasks/ask-safe-service";
import { comparePeriodsLoop } from "@/server/worker/tasks/compare-periods";
import { webhookSender } from "@/server/worker/tasks/deliver-webhooks";
import { expireApprovalsLoop } from "@/server/worker/tasks/expire-approvals";
import { expireLinksLoop } from "@/server/worker/tasks/expire-links";
import { expireRefundsLoop } from "@/server/worker/tasks/expire-refunds";
import { fillLedgerLoop } from "@/server/worker/tasks/fill-ledger";
import { finishRecoveriesLoop } from "@/server/worker/tasks/finish-recoveries";
import { foldTotalsLoop } from "@/server/worker/tasks/fold-totals";
import { pruneLoop } from "@/server/worker/tasks/prune";
import { recurringInvoicesLoop } from "@/server/worker/tasks/recurring-invoices";
import { tellMembersLoops } from "@/server/worker/tasks/tell-members";
import { valueEntriesLoop } from "@/server/worker/tasks/value-entries";
import { chainLoop } from "@/server/worker/transfers/chain-loop";
import { observeChainLoop } from "@/server/worker/transfers/observe-chain";

/** A part of the worker that runs until it is stopped; `stop` finishes what is running. */
interface Part {
  start(): Promise<void> | void;
  stop(): Promise<void>;
}

/** Everything that runs in the background. Any number of workers may run on one database. */
function parts(app: App): Part[] {
  const owner = `${hostname()}:${process.pid}:${newUuid().slice(0, 8)}`;
  const loops = [
    ...app.chains
      .list()
      .flatMap((chain) => [
        chainLoop(app, chain, owner),
        observeChainLoop(app, chain),
        ...executeInstalmentsLoop(app, chain),
        watchSchedulesLoop(app, chain),
        ...settleDepositsLoop(app, chain),
        ...watchCrosschainLoop(app, chain),
      ]),
    recurringInvoicesLoop(app),
    expireApprovalsLoop(app),
    expireLinksLoop(app),
    expireRefundsLoop(app),
    finishRecoveriesLoop(app),
    askOfframpProvidersLoop(app),
    pruneLoop(app),
    announceDisabledWebhooksLoop(app),
    foldTotalsLoop(app),
    fillLedgerLoop(app),
    comparePeriodsLoop(app),
    ...tellMembersLoops(app),
    valueEntriesLoop(app),
    ...askSafeServiceLoop(app),
    ...askLifiLoop(app),
  ];
  const noteFailure = (loop: string) => app.metrics.passFailures.inc({ loop });
  return [webhookSender(app), ...loops.map((loop) => new Loop(loop, app.log, noteFailure))];
}

async function main(): Promise<void> {
  const app = boot(readConfig(process.env), "worker");
  const running = parts(app);
  const { workerMetricsPort } = app.config;
  const metrics = workerMetricsPort === null ? null : await startMetricsServer(app, workerMetricsPort);
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ reason }, "stopping");
    await Promise.allSettled(running.map((part) => part.stop()));
    metrics?.close();
    await app.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Started by a supervisor: without it nobody would end us.
  process.once("disconnect", () => void stop("supervisor is gone"));
  // Before anything is sent: with a wrong key every delivery would use up its attempts.
  await keepProving(app.context(systemCaller("")));
  for (const part of running) await part.start();
  app.log.info({ networks: app.chains.list().map((chain) => chain.network.id) }, "worker runs");
  process.send?.("ready");
}

main().catch((error: unknown) => {
  const isOurs = error instanceof ConfigError || error instanceof WrongSecretKey;
  process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
