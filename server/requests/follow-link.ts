import { asc, type SQL, sql } from "drizzle-orm";
import { requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import type { RequestDraft, RequestRow } from "@/server/requests/draft";

/** What the lists of the dashboard need to know about the link that asks for a request. */
export type LinkNews = Partial<Pick<RequestRow, "linkExpiresAt" | "linkEnd">>;

/** A new request that a link will ask for. */
export function askedBy(draft: RequestDraft, link: { expiresAt: Date }): RequestDraft {
  return { ...draft, row: { ...draft.row, linkExpiresAt: link.expiresAt } };
}

/**
 * Notes on requests (row IDs) what became of the link that asks for them. Locks them in the order of whoever
 * settles them, so call it before links are locked.
 */
export async function followLink(
  tx: Pick<Tx, "db">,
  requestIds: readonly string[],
  news: LinkNews,
): Promise<void> {
  if (requestIds.length === 0) return;
  await lockRequests(tx, requestIds);
  await tx.db.update(requests).set(news).where(isOneOf(requestIds));
}

/** Nobody else settles or changes these requests until the commit. */
export async function lockRequests(tx: Pick<Tx, "db">, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(isOneOf(requestIds))
    .orderBy(asc(requests.id))
    .for("no key update");
}

/** One parameter for any number: five hundred links can ask for more requests than a statement takes parameters. */
function isOneOf(requestIds: readonly string[]): SQL {
  return sql`${requests.id} in (select json_array_elements_text(${JSON.stringify(requestIds)}::text::json))`;
}
