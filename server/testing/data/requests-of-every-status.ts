import { securePaymentRequests, securePayments } from "@/db/schema";
import type { App } from "@/server/boot";
import { newId, newToken } from "@/server/lib/ids";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import type { RequestRow } from "@/server/requests/draft";
import { aRequest, tokenOf } from "@/server/testing/data/stored";

export interface StoredPayment {
  row: RequestRow;
  /** What the merchant reads, at the time of the app. */
  status: string;
  payerIdentifier: string | null;
}

const DAY_MS = 86_400_000;
const CURRENCIES = ["USDC-sepolia", "USDC-base", "DAI-base", "USDT-tron", "ETH-mainnet"];

/** Changes that bring a request to each status of the dashboard; `before` and `after` are moments beside the app's time. */
function changesOfEveryStatus(before: Date, after: Date): [status: string, change: Partial<RequestRow>][] {
  return [
    ["pending", { linkExpiresAt: after }],
    ["pending", {}],
    ["in_progress", { status: "processing", linkExpiresAt: after }],
    ["partial", { status: "partially_paid", linkExpiresAt: before, linkEnd: "expired" }],
    ["paid", { status: "paid", paidAt: before, linkExpiresAt: after }],
    ["paid", { status: "paid", paidAt: before }],
    ["late", { status: "paid", paidAt: after, linkExpiresAt: before, linkEnd: "expired" }],
    ["expired", { linkExpiresAt: before, linkEnd: "expired" }],
    // Over, and the sweep has not come by yet.
    ["expired", { linkExpiresAt: before }],
    ["compliance_failed", { linkExpiresAt: after, linkEnd: "compliance_failed" }],
    ["failed", { status: "failed" }],
    ["refunded", { status: "refunded", linkExpiresAt: after }],
  ];
}

/**
 * Requests of an account in every status, kind and in several currencies, with the links they say they have.
 * Some share their moment, some their amount.
 */
export async function requestsOfEveryStatus(
  app: App,
  platformId: string,
  count: number,
): Promise<StoredPayment[]> {
  const now = app.now();
  const all = changesOfEveryStatus(new Date(now.getTime() - 60_000), new Date(now.getTime() + DAY_MS));
  const stored: StoredPayment[] = [];
  for (let n = 0; n < count; n++) {
    const [status, change] = all[n % all.length] ?? ["pending", {}];
    const token = tokenOf(CURRENCIES[(n * 7) % CURRENCIES.length] ?? "");
    const createdAt = new Date(now.getTime() - 10 * DAY_MS + Math.floor(n / 3) * 3_600_000);
    const row = await aRequest(
      app,
      { platformId },
      {
        kind: n % 5 === 4 ? "payout" : "request",
        token,
        amount: BigInt(1 + (n % 9)) * 10n ** BigInt(token.decimals - (n % 3)),
        ...(n % 4 === 0 ? {} : { reference: `Order-${n}` }),
      },
      { ...change, id: newId(createdAt), createdAt },
    );
    const payerIdentifier = n % 6 === 0 ? `customer ${n}` : null;
    if (row.linkExpiresAt) await aLinkOf(app, row, payerIdentifier);
    stored.push({ row, status, payerIdentifier: row.linkExpiresAt && payerIdentifier });
  }
  return stored;
}

/** A link that asks for a stored request; returns its token. */
export async function aLinkOf(
  app: App,
  row: RequestRow,
  payerIdentifier: string | null = null,
): Promise<string> {
  const id = newId(row.createdAt);
  const token = newToken();
  await app.database.db.insert(securePayments).values({
    id,
    token,
    platformId: row.platformId,
    paymentType: "single",
    flow: row.kind === "payout" ? "outgoing" : "incoming",
    status: row.linkEnd ?? (row.status === "paid" ? "completed" : "pending"),
    network: row.network,
    currency: row.paymentCurrency,
    accessPolicy: OPEN_POLICY,
    payerIdentifier,
    createdAt: row.createdAt,
    expiresAt: row.linkExpiresAt ?? row.createdAt,
  });
  await app.database.db
    .insert(securePaymentRequests)
    .values({ securePaymentId: id, requestId: row.id, position: 0, amount: row.amount });
  return token;
}
