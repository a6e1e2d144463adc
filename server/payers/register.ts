import { and, eq, ne, sql } from "drizzle-orm";
import { payers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newUuid } from "@/server/lib/random";
import { asking, providerOf, requireOfframp } from "@/server/payers/access";
import { requireBirthDate } from "@/server/payers/birth-date";
import type { PayerRow } from "@/server/payers/find";
import { announceCompliance, movePayer, waitingMs } from "@/server/payers/move";
import type { CreatePayerBody, PayerCreated } from "@/server/payers/schema";
import { keysOf, openData, PayerData, sealData } from "@/server/payers/sealed-data";

/**
 * Begins the checks of a payer with the provider (CF-03, CF-04); again for a known one gives where they stand. Throws
 * 400 for a name that stands for somebody else: who was checked must not be exchanged behind it. 503 without the provider.
 */
export async function registerPayer(ctx: Ctx, body: CreatePayerBody): Promise<PayerCreated> {
  const provider = await requireOfframp(ctx);
  requireBirthDate(ctx.now(), body.dateOfBirth);
  if (body.beneficiaryType === "business" && body.companyName === undefined) {
    throw invalidField("companyName", "companyName is required for a business");
  }
  const known = await payerNamed(ctx, body.clientUserId);
  if (known) return again(ctx, known, body, provider.id);

  const id = newUuid();
  const state = await asking(() =>
    provider.startCustomer(id, {
      email: body.email,
      fullName: body.companyName ?? `${body.firstName} ${body.lastName}`,
      type: body.beneficiaryType,
    }),
  );
  const now = ctx.now();
  const data = {
    ...keptOf(body),
    ...(state.kycUrl ? { kycUrl: state.kycUrl } : {}),
    ...(state.agreementUrl ? { agreementUrl: state.agreementUrl } : {}),
  };
  const row: PayerRow = {
    id,
    platformId: ctx.caller.platformId,
    clientUserId: body.clientUserId,
    provider: provider.id,
    providerLinkId: state.linkId,
    providerCustomerId: state.customerId,
    kycStatus: state.kycStatus,
    agreementStatus: state.agreementStatus,
    sealed: sealData(ctx.config, "payer", id, data),
    nextPollAt: new Date(now.getTime() + waitingMs(now, { createdAt: now })),
    moves: 0,
    createdAt: now,
    changedAt: now,
    lastUsedAt: now,
    erasedAt: null,
  };
  const isStored = await inTransaction(ctx, async (tx) => {
    await requireOwnLink(tx, row);
    const stored = await tx.db.insert(payers).values(row).onConflictDoNothing().returning({ id: payers.id });
    if (stored.length === 0) return false;
    await recordAudit(tx, { action: "payer.created", subject: id });
    await announceCompliance(tx, row, state.raw);
    await rememberAnswer(tx, created(row, data), keysOf(tx.config));
    return true;
  });
  if (isStored) return created(row, data);
  const winner = await payerNamed(ctx, body.clientUserId);
  if (!winner) throw new ApiError("unavailable", "Try again");
  return again(ctx, winner, body, provider.id);
}

async function again(
  ctx: Ctx,
  row: PayerRow,
  body: CreatePayerBody,
  providerId: string,
): Promise<PayerCreated> {
  const data = openData(ctx.config, { kind: "payer", ...row }, PayerData);
  if (row.provider !== providerId || !isSamePerson(data, body)) {
    throw invalidField("clientUserId", "This clientUserId is registered with other data");
  }
  const state = await asking(() => providerOf(ctx, row.provider).customer(row.providerLinkId));
  return inTransaction(ctx, async (tx) => {
    const answer = created((await movePayer(tx, row.id, state)) ?? row, data);
    await rememberAnswer(tx, answer, keysOf(tx.config));
    return answer;
  });
}

/**
 * A provider knows a person by the e-mail address, for all accounts of this service together: whoever knows the address of
 * another account's payer must not come by its approval. Throws 400.
 */
async function requireOwnLink(tx: Tx, { provider, providerLinkId, platformId }: PayerRow): Promise<void> {
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payer link ${providerLinkId}`}, 0))`,
  );
  const [foreign] = await tx.db
    .select({ id: payers.id })
    .from(payers)
    .where(
      and(
        eq(payers.providerLinkId, providerLinkId),
        eq(payers.provider, provider),
        ne(payers.platformId, platformId),
      ),
    )
    .limit(1);
  if (foreign) {
    throw invalidField(
      "email",
      "This person is registered with the provider already; use another e-mail address",
    );
  }
}

async function payerNamed({ db, caller }: Ctx, clientUserId: string): Promise<PayerRow | undefined> {
  const [row] = await db
    .select()
    .from(payers)
    .where(and(eq(payers.platformId, caller.platformId), eq(payers.clientUserId, clientUserId)));
  return row;
}

function keptOf({ email, firstName, lastName, companyName, beneficiaryType }: CreatePayerBody): PayerData {
  return {
    email,
    firstName,
    lastName,
    beneficiaryType,
    ...(companyName === undefined ? {} : { companyName }),
  };
}

function isSamePerson(known: PayerData, body: CreatePayerBody): boolean {
  const key = ({ email, firstName, lastName, companyName = "", beneficiaryType }: PayerData) =>
    JSON.stringify([email, firstName, lastName, companyName, beneficiaryType]).toLowerCase();
  return key(known) === key(keptOf(body));
}

/** The pages of what is done are not needed any more. */
function created(row: PayerRow, data: PayerData): PayerCreated {
  const { kycStatus, agreementStatus } = row;
  return {
    ...(data.agreementUrl && agreementStatus !== "completed" ? { agreementUrl: data.agreementUrl } : {}),
    ...(data.kycUrl && kycStatus !== "approved" ? { kycUrl: data.kycUrl } : {}),
    status: { agreementStatus, kycStatus },
    userId: row.id,
  };
}
