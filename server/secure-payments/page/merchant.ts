import { eq, sql } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Branding } from "@/server/branding/schema";
import type { Reads } from "@/server/context";
import { prepared } from "@/server/lib/database/prepared";

/** What an account is called whose owner gave it no name: the ends of its wallet, which a payer is not told. */
const UNNAMED = /^\S{1,8}…/;

const account = prepared((db) =>
  db
    .select({ name: platforms.name })
    .from(platforms)
    .where(eq(platforms.id, sql.placeholder("platformId")))
    .prepare("merchant_of_link"),
);

/**
 * Who asks for the money, as a payer reads it: the name of the merchant's own branding, else that of the account; null
 * where it has none. A partner's branding names the partner, who is not paid.
 */
export async function merchantOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  branding: Branding | null,
): Promise<string | null> {
  if (branding?.displayName !== undefined && branding.orchestratorId === undefined)
    return branding.displayName;
  const [row] = await account(db).execute({ platformId });
  return row === undefined || UNNAMED.test(row.name) ? null : row.name;
}
