import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { Ctx } from "@/server/context";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { type Finding, well, wrong } from "./finding";

/** Whether the keys of the environment open what the database holds. Changes nothing. */
export async function checkKeys(app: App): Promise<Finding> {
  const about = "SECRET_KEY and PERSONAL_DATA_KEY";
  try {
    await proveSecretKey(withoutCommit(app.context(systemCaller(""))));
  } catch (error) {
    if (error instanceof WrongSecretKey) {
      const [reason = "", ...remedies] = error.message.split(/(?<=\.) /);
      return wrong("keys", about, reason, remedies.join(" "));
    }
    if (!(error instanceof NotCommitted)) throw error;
  }
  return well("keys", about, "they open what is stored");
}

/** Thrown where a transaction would commit. */
class NotCommitted extends Error {
  override readonly name = "NotCommitted";
}

/** A context whose transactions do all their work and then take it back. */
function withoutCommit(ctx: Ctx): Ctx {
  return {
    ...ctx,
    begin: (work) =>
      ctx.begin(async (db, wake) => {
        await work(db, wake);
        throw new NotCommitted();
      }),
  };
}
