import { sql } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Reader, Reads } from "@/server/context";
import { prepared } from "@/server/lib/database/prepared";
import { sharedRead } from "@/server/lib/database/shared-read";

/** What an account says of its new payments, where neither the call nor the destination does. */
export type PaymentRules = Pick<typeof platforms.$inferSelect, "underpayment" | "confirmationTiers">;

const ofAccounts = prepared((db) =>
  db
    .select({
      id: platforms.id,
      underpayment: platforms.underpayment,
      confirmationTiers: platforms.confirmationTiers,
    })
    .from(platforms)
    .where(
      sql`${platforms.id} = any(array(select json_array_elements_text(${sql.placeholder("ids")}::text::json)))`,
    )
    .prepare("payment_rules"),
);

const read = sharedRead((db, ids) => ofAccounts(db).execute({ ids: JSON.stringify(ids) }));

const remembered = new WeakMap<Reader, Map<string, PaymentRules>>();
/** Accounts whose rules a process remembers at a time. */
const REMEMBERED = 10_000;

type Asking = Pick<Reads, "db" | "caller">;

/** The rules of the caller's account as they are now. Calls of one moment share a statement. */
export async function paymentRules({ db, caller }: Asking): Promise<PaymentRules> {
  const row = await read(db, caller.platformId);
  const { underpayment = null, confirmationTiers = null } = row ?? {};
  const rules = { underpayment, confirmationTiers };
  const ofPool = remembered.get(db) ?? new Map<string, PaymentRules>();
  if (ofPool.size >= REMEMBERED) ofPool.clear();
  remembered.set(db, ofPool.set(caller.platformId, rules));
  return rules;
}

/**
 * The same as this process has read them last, null where it has not. They may have changed since: only for what the
 * database compares with them again in the statement that stores (`appendRequests`).
 */
export function rememberedRules({ db, caller }: Asking): PaymentRules | null {
  return remembered.get(db)?.get(caller.platformId) ?? null;
}
