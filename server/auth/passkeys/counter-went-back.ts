import { PasskeyRefused } from "@/server/auth/passkeys/passkey-refused";
import { recordInAccounts } from "@/server/auth/passkeys/record-in-accounts";
import { type Ctx, inTransaction, type Tx } from "@/server/context";

interface CopiedPasskey {
  id: string;
  personId: string;
  name: string;
  /** What the authenticator counted, and what it had counted before. */
  counter: number;
  stored: number;
}

/** A passkey signed whose counter did not grow: two authenticators hold the same key, one of them a copy. */
export class CounterWentBack extends PasskeyRefused {
  readonly passkey: CopiedPasskey;

  constructor(passkey: CopiedPasskey) {
    super({
      message: "This passkey was used elsewhere since, so it may be a copy; use another, and remove it",
    });
    this.passkey = passkey;
  }
}

/** One commit that depends on what a passkey signed. Tells of copies as `tellingOfCopies` does. */
export function inTransactionOfPasskey<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return tellingOfCopies(ctx, () => inTransaction(ctx, work));
}

/**
 * Does something that depends on what a passkey signed. Where its counter went back that is undone by then, and a commit of its own
 * tells of it in the audit log of every account of the passkey's person.
 */
export async function tellingOfCopies<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CounterWentBack) await inTransaction(ctx, (tx) => recordCopy(tx, error.passkey));
    throw error;
  }
}

async function recordCopy(tx: Tx, { id, personId, name, counter, stored }: CopiedPasskey): Promise<void> {
  const details = { name, counter, counterBefore: stored };
  await recordInAccounts(tx, personId, { action: "passkey.rejected", subject: id, details });
}
