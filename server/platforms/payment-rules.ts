import { sql } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Reads } from "@/server/context";
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

/** The rules of the caller's account as they are now. They are read with every new payment, so many calls share a statement. */
export async function paymentRules({ db, caller }: Pick<Reads, "db" | "caller">): Promise<PaymentRules> {
  return (await read(db, caller.platformId)) ?? { underpayment: null, confirmationTiers: null };
}
