import { systemCaller } from "@/server/auth/callers";
import { sweepDeviceAuthorizations } from "@/server/auth/device/ask";
import { sweepPasskeyChallenges } from "@/server/auth/passkeys/challenges";
import { sweepSessions } from "@/server/auth/sessions";
import { sweepChallenges } from "@/server/auth/signing-in/create-challenge";
import { sweepStepUps } from "@/server/auth/step-up/sweep";
import type { App } from "@/server/boot";
import { inTransaction, type Tx } from "@/server/context";
import { sweepCounters } from "@/server/http/limits/rate-limit";
import { sweepBudgets } from "@/server/lib/database/budget";
import { sweepAnswers } from "@/server/lib/idempotency";
import { pruneMessages } from "@/server/notification-outbox/messages";
import { pruneChannels } from "@/server/notifications/channels/prune";
import { sweepSignings } from "@/server/payee-destinations/signed-action";
import { sweepAnswersOfProviders } from "@/server/payer-access/answers";
import { eraseUnused } from "@/server/payers/personal-data";
import { pruneNotices } from "@/server/payers/take-notice";
import { pruneDisagreements } from "@/server/payments/node-disagreements/record";
import { pruneQuotes } from "@/server/quotes/prune";
import { sweepRequestLog } from "@/server/request-log/sweep";
import { pruneIncidents } from "@/server/status-page/keep-incidents";
import { pruneDeliveries } from "@/server/webhooks/deliveries/prune-deliveries";
import type { LoopDefinition } from "@/server/worker/loop";

/** Rows of one commit: it takes some tens of milliseconds. */
const PER_STEP = 2_000;

/** Everything that is not kept for ever, and how it is removed; docs/operations.md says how long each is kept. */
export const PRUNED: Readonly<Record<string, (tx: Tx, limit: number) => Promise<number>>> = {
  idempotency_keys: sweepAnswers,
  wallet_challenges: sweepChallenges,
  device_authorizations: sweepDeviceAuthorizations,
  passkey_challenges: sweepPasskeyChallenges,
  sessions: sweepSessions,
  step_ups: sweepStepUps,
  destination_signings: sweepSignings,
  budgets: sweepBudgets,
  rate_limits: sweepCounters,
  screening_answers: sweepAnswersOfProviders,
  provider_notices: pruneNotices,
  payers: eraseUnused,
  quotes: pruneQuotes,
  request_log: sweepRequestLog,
  webhook_deliveries: pruneDeliveries,
  notification_messages: pruneMessages,
  notification_channels: pruneChannels,
  incidents: pruneIncidents,
  node_disagreements: pruneDisagreements,
};

/** Removes what has outlived its time, a bounded number of rows of each table per commit, until nothing is left. */
export function pruneLoop(app: App, perStep = PER_STEP): LoopDefinition {
  return {
    name: "prune",
    everyMs: 60_000,
    pass: async (signal) => {
      let hasMore = false;
      for (const [table, remove] of Object.entries(PRUNED)) {
        if (signal.aborted) return "idle";
        const removed = await inTransaction(app.context(systemCaller("")), (tx) => remove(tx, perStep));
        if (removed > 0) app.log.debug({ table, removed }, "pruned");
        hasMore ||= removed >= perStep;
      }
      return hasMore ? "more" : "idle";
    },
  };
}
