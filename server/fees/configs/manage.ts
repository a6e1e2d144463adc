import { and, desc, eq } from "drizzle-orm";
import { clientIds, orchestratorFeeConfigs, orchestratorLinks, orchestrators } from "@/db/schema";
import { changesBetween } from "@/server/audit/changes-between";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { type FeeConfigRow, withoutReplaced } from "@/server/fees/configs/effective";
import { feeReceiver } from "@/server/fees/configs/receiver";
import type {
  CreateFeeConfigBody,
  FeeConfig,
  FeeConfigScope,
  UpdateFeeConfigBody,
} from "@/server/fees/configs/schema";
import { rememberAnswer } from "@/server/lib/idempotency";
import { isRecordId, newId } from "@/server/lib/ids";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";

/** All that a payment is for. */
const WHOLE_BPS = 10_000;

interface Found {
  config: FeeConfigRow;
  clientId: string | null;
}

/**
 * Sets a fee for one flow and bearer: the default of the orchestrator, or that of one linked client ID (OF-01, OF-02).
 * Payments that exist keep theirs (FE-09). Throws 400 for an address that cannot receive it and for fees of more than
 * the whole amount, 404 for a client ID that is not linked to it, 409 for a slot that is taken, also by a disabled one.
 */
export function createFeeConfig(ctx: Ctx, body: CreateFeeConfigBody): Promise<FeeConfig> {
  const addresses = receiversOf(body);
  return inTransaction(ctx, async (tx) => {
    const orchestratorId = await lockOwn(tx);
    const client = body.clientId === undefined ? null : await linkedClient(tx, body.clientId);
    const { bps, flow, feeBearer, usdCap = null, status = "active" } = body;
    const [config] = await tx.db
      .insert(orchestratorFeeConfigs)
      .values({
        id: newId(tx.now()),
        orchestratorId,
        clientIdId: client?.id ?? null,
        flow,
        feeBearer,
        bps,
        usdCap,
        evmAddress: addresses.evmAddress ?? null,
        tronAddress: addresses.tronAddress ?? null,
        status,
        createdAt: tx.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!config) throw new ApiError("conflict", "There is a fee for this flow and bearer: update it");
    requireReceiver(config);
    await requireWithinAmount(tx, orchestratorId);
    await audit(tx, "fee_config.created", { config, clientId: client?.clientId ?? null }, client?.platformId);
    const answer = describeFeeConfig({ config, clientId: client?.clientId ?? null });
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** The orchestrator's fees, disabled ones among them; with a client ID, its own ones (OF-05). */
export async function listFeeConfigs(
  ctx: Pick<Reads, "db" | "caller">,
  { clientId }: FeeConfigScope,
): Promise<FeeConfig[]> {
  const ofClient = clientId === undefined ? undefined : eq(clientIds.clientId, clientId);
  const rows = await own(ctx, ofClient).orderBy(desc(orchestratorFeeConfigs.id));
  return rows.map(describeFeeConfig);
}

/**
 * Changes what a fee takes and where it goes, for payments that are created from now on (OF-03, FE-09). Throws 400 as
 * `createFeeConfig`, 404 for a foreign or unknown one, for one of another scope than the body names, and for that of a
 * client ID that is no longer linked.
 */
export function updateFeeConfig(ctx: Ctx, id: string, body: UpdateFeeConfigBody): Promise<FeeConfig> {
  const { clientId, bps, usdCap, status } = body;
  const changes = {
    ...(bps === undefined ? {} : { bps }),
    ...(usdCap === undefined ? {} : { usdCap }),
    ...(status === undefined ? {} : { status }),
    ...receiversOf(body),
  };
  return change(ctx, id, clientId, changes);
}

/** Ends a fee for payments that are created from now on; its slot stays taken (OF-04). Throws 404. */
export function disableFeeConfig(ctx: Ctx, id: string, { clientId }: FeeConfigScope): Promise<FeeConfig> {
  return change(ctx, id, clientId, { status: "disabled" });
}

function change(
  ctx: Ctx,
  id: string,
  clientId: string | undefined,
  changes: Partial<FeeConfigRow>,
): Promise<FeeConfig> {
  return inTransaction(ctx, async (tx) => {
    const orchestratorId = await lockOwn(tx);
    const [found] = isRecordId(id) ? await own(tx, eq(orchestratorFeeConfigs.id, id)) : [];
    const isOfScope = clientId === undefined || found?.clientId === clientId;
    if (!found || !isOfScope) throw new ApiError("not_found", "Fee configuration not found");
    if (!isChanged(found.config, changes)) return describeFeeConfig(found);
    const platformId = await linkedPlatform(tx, found.config.clientIdId);
    // Of a client ID that left, a fee can only be ended: that frees the sum of the others.
    const isEnding = Object.entries(changes).every(([field, to]) => field === "status" && to === "disabled");
    if (found.config.clientIdId !== null && platformId === undefined && !isEnding) throw notLinked();
    const [config] = await tx.db
      .update(orchestratorFeeConfigs)
      .set({ ...changes, updatedAt: tx.now() })
      .where(eq(orchestratorFeeConfigs.id, id))
      .returning();
    if (!config) throw new Error("a locked fee configuration is missing");
    requireReceiver(config);
    await requireWithinAmount(tx, orchestratorId);
    const changed = { ...found, config };
    await audit(tx, "fee_config.updated", changed, platformId, found.config);
    return describeFeeConfig(changed);
  });
}

/** Addresses that a body names, in stored form; null takes one away. */
function receiversOf({
  evmRecipientAddress: evm,
  tronRecipientAddress: tron,
}: Pick<UpdateFeeConfigBody, "evmRecipientAddress" | "tronRecipientAddress">) {
  return {
    ...(evm === undefined ? {} : { evmAddress: evm && feeReceiver("evmRecipientAddress", "evm", evm) }),
    ...(tron === undefined ? {} : { tronAddress: tron && feeReceiver("tronRecipientAddress", "tron", tron) }),
  };
}

function requireReceiver({ evmAddress, tronAddress }: FeeConfigRow): void {
  if (evmAddress !== null || tronAddress !== null) return;
  throw invalidField("evmRecipientAddress", "A fee needs evmRecipientAddress, tronRecipientAddress or both");
}

/** The two fees of a flow together never take more than the amount, whichever client ID pays them. Throws 400. */
async function requireWithinAmount(tx: Tx, orchestratorId: string): Promise<void> {
  const rows = await tx.db
    .select()
    .from(orchestratorFeeConfigs)
    .where(
      and(
        eq(orchestratorFeeConfigs.orchestratorId, orchestratorId),
        eq(orchestratorFeeConfigs.status, "active"),
      ),
    );
  for (const clientIdId of new Set(rows.map((row) => row.clientIdId))) {
    const inScope = rows.filter((row) => row.clientIdId === null || row.clientIdId === clientIdId);
    for (const flow of ["incoming", "outgoing"]) {
      const sum = withoutReplaced(inScope)
        .filter((row) => row.flow === flow)
        .reduce((total, { bps }) => total + bps, 0);
      if (sum > WHOLE_BPS) throw invalidField("bps", `The ${flow} fees together exceed ${WHOLE_BPS} bps`);
    }
  }
}

/** Changes of one orchestrator's fees follow each other, and so does a platform that agrees to them. */
async function lockOwn(tx: Tx): Promise<string> {
  const orchestratorId = ownOrchestrator(tx.caller);
  await tx.db
    .select({ id: orchestrators.id })
    .from(orchestrators)
    .where(eq(orchestrators.id, orchestratorId))
    .for("no key update");
  return orchestratorId;
}

async function linkedClient(tx: Tx, clientId: string) {
  const [row] = await tx.db
    .select({ id: clientIds.id, clientId: clientIds.clientId, platformId: clientIds.platformId })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .where(
      and(
        eq(clientIds.clientId, clientId),
        eq(orchestratorLinks.orchestratorId, ownOrchestrator(tx.caller)),
        eq(orchestratorLinks.status, "active"),
      ),
    );
  if (!row) throw notLinked();
  return row;
}

/** The account of a client ID, as long as it is linked to the caller. */
async function linkedPlatform(tx: Tx, clientIdId: string | null): Promise<string | undefined> {
  if (clientIdId === null) return undefined;
  const [row] = await tx.db
    .select({ platformId: clientIds.platformId })
    .from(clientIds)
    .innerJoin(orchestratorLinks, eq(orchestratorLinks.clientIdId, clientIds.id))
    .where(
      and(
        eq(clientIds.id, clientIdId),
        eq(orchestratorLinks.orchestratorId, ownOrchestrator(tx.caller)),
        eq(orchestratorLinks.status, "active"),
      ),
    );
  return row?.platformId;
}

function notLinked(): ApiError {
  return new ApiError("not_found", "Client ID is not linked to this orchestrator");
}

function isChanged(config: FeeConfigRow, changes: Partial<FeeConfigRow>): boolean {
  const next: FeeConfigRow = { ...config, ...changes };
  return (["bps", "usdCap", "status", "evmAddress", "tronAddress"] as const).some(
    (field) => config[field] !== next[field],
  );
}

/** A fee of one client ID stands in the audit log of its platform too, while the two are linked. */
async function audit(
  tx: Tx,
  action: "fee_config.created" | "fee_config.updated",
  { config, clientId }: Found,
  platformId: string | undefined,
  was?: FeeConfigRow,
): Promise<void> {
  const { bps, flow, feeBearer, usdCap, status, evmAddress, tronAddress } = config;
  const details = { clientId, bps, flow, feeBearer, usdCap, status };
  const terms = (row: FeeConfigRow) => ({ bps: row.bps, usdCap: row.usdCap, status: row.status });
  const receivers = (row: FeeConfigRow) => ({ evmAddress: row.evmAddress, tronAddress: row.tronAddress });
  const accounts = new Set([tx.caller.platformId, platformId ?? tx.caller.platformId]);
  for (const account of accounts) {
    const isOwn = account === tx.caller.platformId;
    await recordAudit(tx, {
      action,
      subject: config.id,
      platformId: account,
      details: { ...details, ...(isOwn ? { evmAddress, tronAddress } : {}) },
      ...(was &&
        changesBetween(
          { ...terms(was), ...(isOwn ? receivers(was) : {}) },
          { ...terms(config), ...(isOwn ? receivers(config) : {}) },
        )),
    });
  }
}

function own({ db, caller }: Pick<Reads, "db" | "caller">, condition: ReturnType<typeof eq> | undefined) {
  return db
    .select({ config: orchestratorFeeConfigs, clientId: clientIds.clientId })
    .from(orchestratorFeeConfigs)
    .leftJoin(clientIds, eq(clientIds.id, orchestratorFeeConfigs.clientIdId))
    .where(and(eq(orchestratorFeeConfigs.orchestratorId, ownOrchestrator(caller)), condition));
}

function describeFeeConfig({ config, clientId }: Found): FeeConfig {
  return {
    id: config.id,
    feeType: "orchestrator_fee",
    bps: config.bps,
    usdCap: config.usdCap,
    feeBearer: config.feeBearer,
    flow: config.flow,
    evmRecipientAddress: config.evmAddress,
    tronRecipientAddress: config.tronAddress,
    status: config.status,
    orchestratorId: config.orchestratorId,
    ...(config.clientIdId === null ? {} : { clientIdId: config.clientIdId }),
    ...(clientId === null ? {} : { clientId }),
    createdAt: config.createdAt.toISOString(),
    updatedAt: (config.updatedAt ?? config.createdAt).toISOString(),
  };
}
