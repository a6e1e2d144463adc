import { UsageError } from "@/scripts/command-line/answer";
import { Failure, operatorCommand, type Typed } from "@/scripts/operator/command";
import { inTransaction } from "@/server/context";
import { retireOldKeys } from "@/server/keys/prove-secret-key";
import { type AnswerKey, resealAnswers } from "@/server/lib/reseal-answers";
import { resealChannels } from "@/server/notifications/channels/reseal";
import { resealPersonalData, SEALED_KINDS } from "@/server/payers/reseal";
import { resealSecrets } from "@/server/webhooks/endpoints/reseal";

/** `quittance reseal`: may be broken off and started again, and may run while the service does. */
export const reseal = operatorCommand("reseal", batchOf, async ({ actFor, say }, batch) => {
  const ctx = actFor("");
  let secrets = 0;
  let unreadable = 0;
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after;
    const step = await inTransaction(ctx, (tx) => resealSecrets(tx, from, batch));
    for (const id of step.unreadable) say(`Webhook ${id}: no given key opens its secret; rotate it`);
    secrets += step.resealed;
    unreadable += step.unreadable.length;
    after = step.after;
  }
  say(`Webhook secrets: ${secrets} sealed anew`);
  let answers = 0;
  for (let after: AnswerKey | null = { scope: "", key: "" }; after !== null; ) {
    const from: AnswerKey = after;
    const step = await inTransaction(ctx, (tx) => resealAnswers(tx, from, batch));
    for (const { scope } of step.unreadable) {
      say(`Stored answer of ${scope}, at most a day old: no given key opens it; it is removed by itself`);
    }
    answers += step.resealed;
    unreadable += step.unreadable.length;
    after = step.after;
  }
  say(`Stored answers: ${answers} sealed anew`);
  let personal = 0;
  for (const kind of SEALED_KINDS) {
    for (let after: string | null = ""; after !== null; ) {
      const from: string = after;
      const step = await inTransaction(ctx, (tx) => resealPersonalData(tx, kind, from, batch));
      for (const id of step.unreadable) say(`Personal data of the ${kind} ${id}: no given key opens it`);
      personal += step.resealed;
      unreadable += step.unreadable.length;
      after = step.after;
    }
  }
  say(`Personal data: ${personal} sealed anew`);
  let channels = 0;
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after;
    const step = await inTransaction(ctx, (tx) => resealChannels(tx, from, batch));
    for (const id of step.unreadable)
      say(`Channel ${id} of a member: no given key opens its address; its member removes it`);
    channels += step.resealed;
    unreadable += step.unreadable.length;
    after = step.after;
  }
  say(`Channels of members: ${channels} sealed anew`);
  if (unreadable > 0)
    throw new Failure(`${unreadable} of what is sealed cannot be read: the old keys stay needed.`);
  const retired = await inTransaction(ctx, retireOldKeys);
  say(
    retired.length > 0
      ? `Nothing is sealed with ${retired.join(", ")} any more: SECRET_KEYS_OLD may be emptied.`
      : "No old key is in use.",
  );
  return {
    data: { webhookSecrets: secrets, answers, personalData: personal, channels, retiredKeys: retired },
  };
});

function batchOf({ options }: Typed<"reseal">): number {
  const batch = Number(options.batch);
  if (Number.isInteger(batch) && batch >= 1 && batch <= 10_000) return batch;
  throw new UsageError("--batch is a whole number from 1 to 10000");
}
