import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { securePaymentIntents } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import type { Tx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { addressGroup } from "@/server/lib/address-group";
import { newId } from "@/server/lib/ids";
import type { Link } from "@/server/secure-payments/link";

/** Most claims of a link that nothing has proved: no signature and no payment seen on chain. */
const MAX_UNPROVEN = 100;

/** What a payer claims to have done. */
export type Claim = Pick<
  typeof securePaymentIntents.$inferInsert,
  "kind" | "intentKey" | "chain" | "token" | "payerAddress" | "payerEoaAddress" | "details"
>;

/**
 * Stores a claim about a link, once, and returns its ID. Anyone with the link may claim anything, so where there
 * are too many claims without proof, those of whoever made most of them go first, the oldest before the newer:
 * a flood displaces itself and never the claims of others.
 */
export async function keepIntent(
  tx: Pick<Tx, "db" | "now" | "caller">,
  link: Pick<Link, "row">,
  claim: Claim,
): Promise<string> {
  const known = await knownIntent(tx, link, claim);
  if (known) return known;
  await makeRoom(tx, link.row.id);
  return store(tx, link, { ...claim, isProven: false, claimedFrom: sourceOf(tx, link) });
}

/**
 * Stores a payment that its payer signed and we are about to relay, and returns its ID. It takes no room from
 * claims nor they from it; what somebody claimed of the same transaction before gives way.
 */
export function keepRelayed(
  tx: Pick<Tx, "db" | "now">,
  link: Pick<Link, "row">,
  payment: Claim,
): Promise<string> {
  return store(tx, link, { ...payment, isProven: true, claimedFrom: null });
}

async function knownIntent({ db }: Pick<Tx, "db">, { row }: Pick<Link, "row">, { intentKey }: Claim) {
  const [known] = await db
    .select({ id: securePaymentIntents.id })
    .from(securePaymentIntents)
    .where(
      and(eq(securePaymentIntents.securePaymentId, row.id), eq(securePaymentIntents.intentKey, intentKey)),
    );
  return known?.id;
}

async function store(
  { db, now }: Pick<Tx, "db" | "now">,
  { row }: Pick<Link, "row">,
  intent: Claim & { isProven: boolean; claimedFrom: string | null },
): Promise<string> {
  const { isProven, claimedFrom, payerAddress, payerEoaAddress, details } = intent;
  const [stored] = await db
    .insert(securePaymentIntents)
    .values({
      id: newId(now()),
      securePaymentId: row.id,
      state: "recorded",
      createdAt: now(),
      ...intent,
    })
    .onConflictDoUpdate({
      target: [securePaymentIntents.securePaymentId, securePaymentIntents.intentKey],
      // A claim changes nothing of what is there; a signature does.
      set: isProven
        ? { isProven, claimedFrom, payerAddress, payerEoaAddress, details }
        : { intentKey: intent.intentKey },
    })
    .returning({ id: securePaymentIntents.id });
  if (!stored) throw new Error("a stored intent is missing");
  return stored.id;
}

/** Removes unproven claims beyond what leaves room for one more. Safe transactions that were checked have rules of their own. */
async function makeRoom({ db }: Pick<Tx, "db">, linkId: string): Promise<void> {
  await db.execute(sql`
    delete from secure_payment_intents where id in (
      select id from (
        select id, created_at,
          count(*) over (partition by claimed_from) as of_source,
          count(*) over () as of_link
        from secure_payment_intents claim
        where secure_payment_id = ${linkId} and not is_proven and (kind <> 'multisig' or state = 'recorded')
          and not exists (select 1 from transfers where transfers.tx_hash = claim.intent_key)
      ) unproven
      where of_link >= ${MAX_UNPROVEN}
      order by of_source desc, created_at, id
      limit 1)`);
}

/** Tells the claims of one IP address about one link from those of others, and says nothing else about it. */
function sourceOf({ caller }: Pick<Tx, "caller">, { row }: Pick<Link, "row">): string {
  const address = caller.ip === null ? "" : addressGroup(caller.ip);
  return createHash("sha256").update(`${row.token} ${address}`).digest("hex").slice(0, 16);
}

/** A wallet in its stored form; null without one. Throws 400 naming the field. */
export function storedWallet(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  throw invalidField(field, `${field} must be an EVM or Tron address`);
}
