import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { spend, take } from "@/server/lib/database/budget";
import type { Link } from "@/server/secure-payments/link";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import { notePayerStep } from "@/server/secure-payments/page/payer-steps";
import type { UserEventBody } from "@/server/secure-payments/page/user-event-schema";
import { holdsWallet, walletIn } from "@/server/secure-payments/page/wallets-in-text";
import { readableLink } from "@/server/secure-payments/reader";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { type Listener, listenersOf } from "@/server/webhooks/announcing/listeners";

const HASHED = "wallet_address_hashed";
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** TI-09. */
const EVENTS_PER_HOUR = 300;

/**
 * Passes a step of the payer on to the merchant (events.md §7). It is a claim of a browser and never a settlement
 * signal, so little is kept of it: nothing of a link that is over without being paid, nothing where no webhook
 * listens, and no raw wallet address. Anybody with a link can send it, so a host hears only so much a minute,
 * whatever else is said. Throws 429 when too many steps of the link were told.
 */
export async function forwardUserEvent(
  ctx: Ctx,
  token: string,
  body: UserEventBody,
): Promise<{ received: true }> {
  const link = await readableLink(ctx, token);
  if (!["pending", "partially_settled", "completed"].includes(link.status)) return { received: true };
  const over = await spend(ctx, [
    { scope: `user_events ${link.row.id}`, limit: EVENTS_PER_HOUR, windowMs: HOUR_MS },
  ]);
  if (over) {
    throw new ApiError("too_many_requests", "Too many steps of this payment were told", {
      retryAfterSeconds: over.retryAfterSeconds,
    });
  }
  const { row } = link;
  const payload = await payloadOf(ctx, link, body);
  await inTransaction(ctx, async (tx) => {
    const listeners = await listenersOf(tx, row, "secure_payment.user_event");
    const reachable = await withinHosts(tx, listeners, ctx.config.webhooks.telemetryPerHostMinute);
    if (reachable.length > 0) {
      const { platformId, clientIdId } = row;
      const name = "secure_payment.user_event";
      const event = { platformId, clientIdId, name, payload, dedupeKey: null } as const;
      await enqueueEvents(tx, [event], { onlyTo: new Set(reachable.map(({ id }) => id)) });
    }
    // After the event: whoever settles a link locks the platform first and the link then.
    await notePayerStep(tx, row.id, body.userEvent);
  });
  return { received: true };
}

async function payloadOf(ctx: Ctx, { row, requests }: Link | Multicall, body: UserEventBody) {
  const requestIds = requests.map((request) => request.requestId.slice(2));
  const [requestId] = requestIds;
  const clientId = row.clientIdId === null ? null : await publicClientId(ctx, row.clientIdId);
  return {
    userEvent: body.userEvent,
    securePaymentToken: row.token,
    ...(requestId !== undefined && requestIds.length === 1 ? { requestId } : {}),
    requestIds,
    ...(row.orchestratorId === null ? {} : { orchestratorId: row.orchestratorId }),
    ...(clientId === null ? {} : { clientId }),
    occurredAt: new Date(body.occurredAt ?? ctx.now()).toISOString(),
    properties: withoutWallets(body.properties ?? {}),
  };
}

/** The listeners whose hosts have room for one more delivery of this kind, of all accounts together. */
async function withinHosts(
  tx: Parameters<typeof take>[0],
  listeners: readonly Listener[],
  limit: number,
): Promise<Listener[]> {
  const hostOf = ({ url }: Listener) => new URL(url).hostname;
  const reachable: Listener[] = [];
  // In one order, so that two calls never wait for each other.
  for (const host of [...new Set(listeners.map(hostOf))].toSorted()) {
    const own = listeners.filter((listener) => hostOf(listener) === host);
    const { granted } = await take(
      tx,
      { scope: `telemetry ${host}`, limit, windowMs: MINUTE_MS },
      own.length,
    );
    reachable.push(...own.slice(0, granted));
  }
  return reachable;
}

type Properties = NonNullable<UserEventBody["properties"]>;

/**
 * Wallet addresses become SHA-256 under `wallet_address_hashed` (EVM in lower case); what only holds one, in its
 * value or in its name, and what is named like one is dropped (TI-08).
 */
function withoutWallets(properties: Properties): Properties {
  const kept: Properties = {};
  let hashed: string | null = null;
  for (const [key, value] of Object.entries(properties)) {
    const wallet = typeof value === "string" ? walletIn(value) : null;
    if (wallet !== null) hashed ??= createHash("sha256").update(wallet).digest("hex");
    else if (key === HASHED ? isHash(value) : !isWalletKey(key) && !holdsAny([key, value].flat())) {
      kept[key] = value;
    }
  }
  return hashed === null || HASHED in kept ? kept : { ...kept, [HASHED]: hashed };
}

/** `address`, `walletAddress`, `payer_address`, `account`, but not `wallet_provider`. */
function isWalletKey(key: string): boolean {
  const name = key.toLowerCase().replaceAll(/[^a-z]/g, "");
  return name.includes("address") || ["wallet", "account", "payer", "from", "eoa"].includes(name);
}

/** In one of these, or in all of them put together, as a list of an address's pieces. */
function holdsAny(values: readonly unknown[]): boolean {
  const texts = values.map((value) => (typeof value === "number" ? value.toString() : value));
  const [key, ...parts] = texts.filter((text) => typeof text === "string");
  return [key, ...parts, parts.join("")].some((text) => text !== undefined && holdsWallet(text));
}

function isHash(value: Properties[string]): boolean {
  return typeof value === "string" && /^(?:0x)?[0-9a-fA-F]{64}$/.test(value) && !holdsWallet(value);
}

async function publicClientId(ctx: Pick<Ctx, "db">, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ clientId: clientIds.clientId })
    .from(clientIds)
    .where(eq(clientIds.id, id));
  return row?.clientId ?? null;
}
