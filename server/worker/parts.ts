import { hostname } from "node:os";
import type { App } from "@/server/boot";
import { newUuid } from "@/server/lib/random";
import type { SenderOptions } from "@/server/webhooks/sending/deliver";
import { askLifiLoop } from "@/server/worker/crosschain/ask-lifi";
import { watchCrosschainLoop } from "@/server/worker/crosschain/watch-crosschain";
import { settleDepositsLoop } from "@/server/worker/deposits/settle-deposits";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { watchSchedulesLoop } from "@/server/worker/instalments/watch-schedules";
import { Loop, type LoopDefinition } from "@/server/worker/loop";
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
import { keepDisagreementsLoop } from "@/server/worker/tasks/keep-disagreements";
import { keepPartitionsLoop } from "@/server/worker/tasks/keep-partitions";
import { mailInvoicesLoop } from "@/server/worker/tasks/mail-invoices";
import { pruneLoop } from "@/server/worker/tasks/prune";
import { publishEventsLoop } from "@/server/worker/tasks/publish-events";
import { recurringInvoicesLoop } from "@/server/worker/tasks/recurring-invoices";
import { sumLedgerLoop } from "@/server/worker/tasks/sum-ledger";
import { tellMembersLoops } from "@/server/worker/tasks/tell-members";
import { valueEntriesLoop } from "@/server/worker/tasks/value-entries";
import { watchServicesLoop } from "@/server/worker/tasks/watch-services";
import { chainLoop } from "@/server/worker/transfers/chain-loop";
import { observeChainLoop } from "@/server/worker/transfers/observe-chain";
import { partLoop } from "@/server/worker/transfers/part-loop";

/** A part of the worker that runs until it is stopped; `stop` finishes what is running. */
export interface Part {
  start(): Promise<void> | void;
  stop(): Promise<void>;
}

/** What may differ from a worker in production. */
export interface PartOptions {
  /** What the sender of webhooks is given. */
  sending?: SenderOptions;
  /** How often a loop looks by itself, in milliseconds. */
  everyMs?: (loop: LoopDefinition) => number;
}

/** Everything that runs in the background. Any number of workers may run on one database. */
export function backgroundParts(
  app: App,
  { sending, everyMs = (loop) => loop.everyMs }: PartOptions = {},
): Part[] {
  const owner = `${hostname()}:${process.pid}:${newUuid().slice(0, 8)}`;
  const loops = [
    ...app.chains
      .list()
      .flatMap((chain) => [
        chainLoop(app, chain, owner),
        ...partLoop(app, chain, owner),
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
    keepPartitionsLoop(app),
    announceDisabledWebhooksLoop(app),
    foldTotalsLoop(app),
    fillLedgerLoop(app),
    sumLedgerLoop(app),
    comparePeriodsLoop(app),
    ...tellMembersLoops(app),
    ...mailInvoicesLoop(app),
    valueEntriesLoop(app),
    watchServicesLoop(app),
    keepDisagreementsLoop(app),
    ...askSafeServiceLoop(app),
    ...askLifiLoop(app),
    ...publishEventsLoop(app),
  ];
  const noteFailure = (loop: string) => app.metrics.passFailures.inc({ loop });
  return [
    webhookSender(app, sending),
    ...loops.map((loop) => new Loop({ ...loop, everyMs: everyMs(loop) }, app.log, noteFailure)),
  ];
}
