import { UsageError } from "@/scripts/command-line/answer";
import { operatorCommand } from "@/scripts/operator/command";
import { finishRecovery } from "@/server/auth/recovery/finish";
import { listRecoveries } from "@/server/auth/recovery/list";
import { startRecovery } from "@/server/auth/recovery/start";
import { stopRecovery } from "@/server/auth/recovery/stop";
import { inTransaction } from "@/server/context";

// `quittance recover …`: another owner for an account whose owners are lost (docs/decisions/recovery.md).

export const start = operatorCommand(
  "recover start",
  ({ options: { account, wallet, invitation = false, reason } }) => {
    if (account === undefined) throw new UsageError("Of which account? --account");
    if ((wallet === undefined) !== invitation) {
      throw new UsageError("Who becomes an owner? Either --wallet or --invitation");
    }
    if (reason === undefined) throw new UsageError("Why? --reason, which its owners read");
    return { platformId: account, wallet: wallet ?? null, reason };
  },
  async ({ app, asOperator, say }, asked) => {
    const { id, waitsUntil, token } = await inTransaction(asOperator(), (tx) => startRecovery(tx, asked));
    const link = token === null ? null : new URL(`/dashboard/join/${token}`, app.config.urls.dashboard).href;
    say(`Recovery  ${id}`);
    say(`Waits     until ${waitsUntil.toISOString()}: every owner is told, and any of them can stop it`);
    if (link !== null) {
      say(`Link      ${link}`);
      say("The link is shown only now. It lets one person in, in the seven days after the waiting time.");
    }
    return { data: { id, waitsUntil, link } };
  },
);

export const list = operatorCommand(
  "recover list",
  ({ options: { all = false } }) => ({ isAll: all, limit: 100 }),
  async ({ asOperator, say }, asked) => {
    const rows = await listRecoveries(asOperator(), asked);
    for (const { id, platformId, state, wallet, waitsUntil, startedBy, reason } of rows) {
      const who = wallet ?? "by invitation";
      say(
        `${id}  ${state}  account ${platformId}  ${who}  ${waitsUntil.toISOString()}  by ${startedBy}: ${reason}`,
      );
    }
    if (rows.length === 0) say(asked.isAll ? "There has been none." : "None waits.");
    return { data: { recoveries: rows } };
  },
);

export const stop = operatorCommand(
  "recover stop",
  ({ words: [id = ""] }) => id,
  async ({ asOperator, say }, id) => {
    await inTransaction(asOperator(), (tx) => stopRecovery(tx, id));
    say(`Recovery ${id} is stopped.`);
    return { data: { id, state: "stopped" } };
  },
);

export const finish = operatorCommand(
  "recover finish",
  ({ words: [id = ""] }) => id,
  async ({ asOperator, say }, id) => {
    await inTransaction(asOperator(), (tx) => finishRecovery(tx, id));
    say(`Recovery ${id} is done.`);
    return { data: { id, state: "done" } };
  },
);
