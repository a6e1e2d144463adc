import { securePaymentRequests, securePayments } from "@/db/schema";
import type { App } from "@/server/boot";
import { newId } from "@/server/lib/ids";
import { type AccessPolicy, OPEN_POLICY } from "@/server/payer-access/schema";
import type { RequestRow } from "@/server/requests/draft";

/** Screened by the first provider, and by the second as its backup. */
export const SCREENED: Pick<AccessPolicy, "mode" | "providers"> = {
  mode: "kyt_all_wallets",
  providers: [
    { id: "hypernative", policyId: null },
    { id: "merklescience", policyId: null },
  ],
};

/** A stored link over these requests, with this policy. */
export async function aRestrictedLink(
  app: App,
  requests: readonly RequestRow[],
  policy: Partial<AccessPolicy>,
  overrides: Partial<typeof securePayments.$inferInsert> = {},
): Promise<typeof securePayments.$inferSelect> {
  const [first] = requests;
  if (!first) throw new Error("a link has at least one request");
  const now = app.now();
  const [link] = await app.database.db
    .insert(securePayments)
    .values({
      id: newId(now),
      token: newId(now),
      platformId: first.platformId,
      clientIdId: first.clientIdId,
      paymentType: requests.length === 1 ? "single" : "batch",
      flow: "incoming",
      status: "pending",
      network: first.network,
      currency: first.paymentCurrency,
      accessPolicy: { ...OPEN_POLICY, ...policy },
      createdAt: now,
      expiresAt: new Date(now.getTime() + 604_800_000),
      ...overrides,
    })
    .returning();
  if (!link) throw new Error("the link was not stored");
  await app.database.db.insert(securePaymentRequests).values(
    requests.map(({ id, amount }, position) => ({
      securePaymentId: link.id,
      requestId: id,
      position,
      amount,
    })),
  );
  return link;
}
