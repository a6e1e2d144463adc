import { parseArgs } from "node:util";
import { inTransaction } from "@/server/context";
import { retireOldKeys } from "@/server/keys/prove-secret-key";
import { type AnswerKey, resealAnswers } from "@/server/lib/reseal-answers";
import { resealPersonalData, SEALED_KINDS } from "@/server/payers/reseal";
import { resealSecrets } from "@/server/webhooks/endpoints/reseal";
import { operatorCommand, UsageError } from "./command";

const USAGE = `npm run reseal [-- --batch 500]

Seals everything with SECRET_KEY that was sealed with a key of SECRET_KEYS_OLD, and personal data of payers, with the
stored answers that repeat it, with PERSONAL_DATA_KEY that was sealed with a key of PERSONAL_DATA_KEYS_OLD, in steps of
--batch rows. Run it after every process was started with the new key. It may be broken off and started again, and it
may run while the service does.
When it has finished, the old keys may leave SECRET_KEYS_OLD and PERSONAL_DATA_KEYS_OLD.`;

export const reseal = operatorCommand(USAGE, readArguments, async ({ actFor, say }, { batch }) => {
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
  if (unreadable > 0)
    throw new UsageError(`${unreadable} of what is sealed cannot be read: the old keys stay needed.`);
  const retired = await inTransaction(ctx, retireOldKeys);
  say(
    retired.length > 0
      ? `Nothing is sealed with ${retired.join(", ")} any more: SECRET_KEYS_OLD may be emptied.`
      : "No old key is in use.",
  );
});

function readArguments(args: readonly string[]): { batch: number } {
  const { values } = parseArgs({ args: [...args], options: { batch: { type: "string", default: "500" } } });
  const batch = Number(values.batch);
  if (Number.isInteger(batch) && batch >= 1 && batch <= 10_000) return { batch };
  throw new UsageError(`--batch is a whole number from 1 to 10000`);
}
