import { type SQL, sql } from "drizzle-orm";
import { ledgerEntries } from "@/db/schema";

/** Accounts of the journal that hold what an account has. */
export const HOLDING_ACCOUNTS = ["wallet", "deposit_address", "bank_transit", "bank"] as const;

/**
 * What entries that keep to a condition brought to wallets and took from them, in base units, a row for each side that holds something. What
 * is taken back of what came is less that came, not something that went. Deposit addresses are one wallet, the empty one.
 */
export function movements(where: SQL): SQL {
  const held = sql.join(
    HOLDING_ACCOUNTS.map((account) => sql`${account}`),
    sql`, `,
  );
  return sql`
    select platform_id, side.account,
      case when side.account = 'deposit_address' then '\\x'::bytea else coalesce(side.wallet, '\\x') end as wallet,
      network, currency, booked_at,
      case when (side.sign = 1) = (reverses is null) then side.sign * amount else 0 end as received,
      case when (side.sign = 1) = (reverses is null) then 0 else -side.sign * amount end as sent
    from ${ledgerEntries},
      lateral (values (debit, debit_wallet, 1), (credit, credit_wallet, -1)) as side (account, wallet, sign)
    where ${where} and side.account in (${held})`;
}
