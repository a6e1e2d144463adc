import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import { type Ctx, inTransaction } from "@/server/context";
import { notePayerStep } from "@/server/secure-payments/page/payer-steps";
import type { UserEventBody } from "@/server/secure-payments/page/user-event-schema";
import { readableLink } from "@/server/secure-payments/reading/reader";
import { enqueueEvents } from "@/server/webhooks/enqueue";

const HASHED = "wallet_address_hashed";

/**
 * Passes a step of the payer on to the merchant (events.md §7), also for links that are over. It is hearsay of a
 * browser and never a settlement signal; a raw wallet address is neither stored nor forwarded.
 */
export async function forwardUserEvent(
  ctx: Ctx,
  token: string,
  body: UserEventBody,
): Promise<{ received: true }> {
  const { row, requests } = await readableLink(ctx, token);
  const requestIds = requests.map((request) => request.requestId.slice(2));
  const [requestId] = requestIds;
  const clientId = row.clientIdId === null ? null : await publicClientId(ctx, row.clientIdId);
  await inTransaction(ctx, async (tx) => {
    await enqueueEvents(tx, [
      {
        platformId: row.platformId,
        clientIdId: row.clientIdId,
        name: "secure_payment.user_event",
        payload: {
          userEvent: body.userEvent,
          securePaymentToken: row.token,
          ...(requestId !== undefined && requestIds.length === 1 ? { requestId } : {}),
          requestIds,
          ...(row.orchestratorId === null ? {} : { orchestratorId: row.orchestratorId }),
          ...(clientId === null ? {} : { clientId }),
          occurredAt: new Date(body.occurredAt ?? ctx.now()).toISOString(),
          properties: withoutWallets(body.properties ?? {}),
        },
        dedupeKey: null,
      },
    ]);
    // After the event: whoever settles a link locks the platform first and the link then.
    await notePayerStep(tx, row.id, body.userEvent);
  });
  return { received: true };
}

type Properties = NonNullable<UserEventBody["properties"]>;

/**
 * Wallet addresses become SHA-256 under `wallet_address_hashed` (EVM in lower case); everything else that is
 * named like one is dropped (TI-08).
 */
export function withoutWallets(properties: Properties): Properties {
  const kept: Properties = {};
  let hashed: string | null = null;
  for (const [key, value] of Object.entries(properties)) {
    const address = typeof value === "string" ? addressIn(value) : null;
    if (address !== null) hashed ??= createHash("sha256").update(address).digest("hex");
    else if (key === HASHED ? isHash(value) : !isWalletKey(key) && !holdsAddress(value)) kept[key] = value;
  }
  return hashed === null || HASHED in kept ? kept : { ...kept, [HASHED]: hashed };
}

function addressIn(text: string): string | null {
  const parsed = parseAnyAddress(/^\s*0x/i.test(text) ? text.trim().toLowerCase() : text.trim());
  if (typeof parsed !== "object") return null;
  return parsed.address.startsWith("0x") ? parsed.address.toLowerCase() : parsed.address;
}

/** `address`, `walletAddress`, `payer_address`, `account`, but not `wallet_provider`. */
function isWalletKey(key: string): boolean {
  const name = key.toLowerCase().replaceAll(/[^a-z]/g, "");
  return name.includes("address") || ["wallet", "account", "payer", "from", "eoa"].includes(name);
}

/** An address somewhere in a longer text or a list; transaction hashes are longer than addresses. */
function holdsAddress(value: Properties[string]): boolean {
  const texts = Array.isArray(value) ? value : [value];
  return texts.some(
    (text) =>
      typeof text === "string" &&
      (/(?<![0-9a-fA-F])(?:0x)?[0-9a-fA-F]{40}(?![0-9a-fA-F])/.test(text) ||
        /(?<![1-9A-HJ-NP-Za-km-z])T[1-9A-HJ-NP-Za-km-z]{33}(?![1-9A-HJ-NP-Za-km-z])/.test(text)),
  );
}

function isHash(value: Properties[string]): boolean {
  return typeof value === "string" && /^(?:0x)?[0-9a-fA-F]{64}$/.test(value);
}

async function publicClientId(ctx: Pick<Ctx, "db">, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ clientId: clientIds.clientId })
    .from(clientIds)
    .where(eq(clientIds.id, id));
  return row?.clientId ?? null;
}
