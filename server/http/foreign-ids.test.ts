import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleBody } from "@/components/docs/code/sample";
import { orchestrators, recurringPayments } from "@/db/schema";
import openapi from "@/public/openapi.json";
import type { AuthMode } from "@/server/auth/auth-rule";
import type { OperationId } from "@/server/auth/operations/operations";
import type { JsonSchema, OpenApi, Operation } from "@/server/http/openapi/document";
import type { TestApi } from "@/server/testing/api";
import { aMember, anOrchestrator, type TestOrchestrator } from "@/server/testing/credentials";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { aSchedule } from "@/server/testing/schedules";

/** In everything that the account of somebody else is called or says. */
const MARK = "not-for-others";

/** What whoever has the token of a link may see and do, of whatever account: that is what a link is. */
const BY_TOKEN = /^\/v2\/(?:secure-payments|refund-links)\/\[token\]/;

const PAYEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";

/** Kinds of records that the owner has, by their table. */
const KINDS = [
  "api_keys",
  "client_ids",
  "invoices",
  "member_invitations",
  "memberships",
  "notification_channels",
  "orchestrator_fee_configs",
  "orchestrator_keys",
  "orchestrator_links",
  "orchestrators",
  "payee_destinations",
  "recurring_payments",
  "requests",
  "saved_views",
  "secure_payments",
  "webhook_deliveries",
  "webhook_endpoints",
];

/** Tables of calls, which name what was called with. */
const OF_CALLS = ["request_log", "budgets", "idempotency_keys"];
/** Columns that say when a credential of the owner was used, which is written behind the call. */
const WRITTEN_LATER = "'last_used_at', 'last_used_ip', 'last_used_user_agent'";

const { paths, components } = openapi as unknown as OpenApi;
const DESCRIBED = new Map<string, Operation>(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => [one.operationId, one] as const),
  ),
);

let api: TestApi;
let chain: TestChain;
let stop: ApiOnChain["stop"];
let owner: Merchant;
let other: Merchant;
let partner: TestOrchestrator;
/** An ID of each kind of record of the owner, by table and column. */
let ids: Map<string, string>;
let callers: { mode: AuthMode | "session as an orchestrator"; headers: Record<string, string> }[];

beforeAll(async () => {
  ({ api, chain, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }));
  owner = await aMerchant(api);
  await fill();
  ids = new Map(await eachId());
  other = await aMerchant(api);
  partner = await anOrchestrator(api);
  // Those that the operator made link client IDs of others at will; one that registered itself does not.
  await api.app.database.db
    .update(orchestrators)
    .set({ linksDirectly: false })
    .where(eq(orchestrators.id, partner.id));
  callers = [
    { mode: "session", headers: other.session.bearer },
    { mode: "apiKey", headers: other.key },
    { mode: "clientId", headers: other.browser },
    { mode: "orchestrator", headers: partner.pair },
    { mode: "orchestratorKey", headers: partner.keyAlone },
    {
      mode: "session as an orchestrator",
      headers: { ...other.session.bearer, "x-orchestrator-id": ids.get("orchestrators.id") ?? "" },
    },
  ];
}, 60_000);
afterAll(() => stop?.());

function served(id: OperationId): ServedOperation {
  const found = EVERY_OPERATION.find((one) => one.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

interface Sent {
  headers: Record<string, string>;
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

async function operate({ endpoint, pattern }: ServedOperation, sent: Sent): Promise<Response> {
  const { headers, params = {}, query = "", body } = sent;
  const path = pattern.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const [method = "GET"] = endpoint.at.split(" ");
  const request = new Request(`http://127.0.0.1${path}${query}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return endpoint.handler(request, { params: Promise.resolve(params) });
}

/** Gives the owner a record of as many kinds as the API makes without a payment. */
async function fill(): Promise<void> {
  const { session, key, destinationId } = owner;
  const made = async (id: OperationId, headers: Record<string, string>, changes: object) => {
    const body = { ...(sampleOf(id) as object), ...changes };
    const answer = await operate(served(id), { headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${id}: ${answer.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  await made("createRequest", key, { reference: MARK });
  await made("createSecurePayment", key, { requests: [{ destinationId, amount: "5" }], reference: MARK });
  await made("createSecurePayout", key, {
    recipient: PAYEE,
    creatorWalletAddress: owner.wallet,
    network: "sepolia",
    currency: "USDC-sepolia",
    reference: MARK,
  });
  const schedule = await aSchedule(api.app, chain, { platformId: owner.platformId });
  await api.app.database.db
    .update(recurringPayments)
    .set({ reference: MARK })
    .where(eq(recurringPayments.id, schedule.id));
  const client = await made("createClientIdSession", session.bearer, { label: MARK });
  const hook = await made("createWebhook", session.bearer, { url: `https://${MARK}.example/in` });
  await made("testWebhook", session.bearer, { webhookId: hook.id, eventType: "payment.confirmed" });
  await made("createInvoice", key, {
    requestId: null,
    currency: "EUR",
    lines: [{ description: MARK, quantity: "1", unitPrice: "1", taxRate: "0" }],
    customer: { name: MARK, country: "DE" },
    deliveredOn: null,
    dueOn: null,
    notes: MARK,
  });
  await made("createApiKey", session.bearer, { label: MARK });
  await made("saveView", session.bearer, { name: MARK, query: "status=paid" });
  const member = await aMember(api, owner.platformId, "owner");
  await made("createInvitation", member.bearer, { role: "viewer" });
  await made("createNotificationChannel", session.bearer, {
    kind: "slack",
    address: `https://${MARK}.example/hook`,
    events: [],
    timeZone: "UTC",
  });
  const { rawKey } = await made("createOrchestrator", session.bearer, {
    orchestratorName: MARK,
    orchestratorContactEmail: `${MARK}@partner.example`,
  });
  const alone = { "x-orchestrator-key": rawKey };
  await made("createOrchestratorKey", alone, { label: MARK });
  await made("createOrchestratorWebhook", alone, { url: `https://${MARK}.example/partner` });
  await made("createFeeConfig", alone, { evmRecipientAddress: PAYEE });
  await made("createLinkIntent", alone, { externalId: MARK });
  await made("linkClientId", alone, { clientId: client.clientId });
}

function sampleOf(id: OperationId): unknown {
  const operation = DESCRIBED.get(id);
  return operation && sampleBody(operation, components.schemas);
}

/** Every row of every table, as text, without what moves by itself. */
async function everyRow(): Promise<Map<string, string[]>> {
  const { db } = api.app.database;
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    // Partitions begin with the name of their table.
    if (OF_CALLS.some((table) => name === table || name.startsWith(`${table}_`))) continue;
    const rows = await db.execute<{ row: string }>(
      sql.raw(`select (to_jsonb(t) - array[${WRITTEN_LATER}])::text as row from "${name}" t`),
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** One value of each column that identifies a record. */
async function eachId(): Promise<[string, string][]> {
  return [...(await everyRow())].flatMap(([table, rows]) =>
    rows.slice(0, 1).flatMap((row) =>
      Object.entries(JSON.parse(row) as Record<string, unknown>)
        .filter(
          // What the owner chose to call something is answered to whoever sends it.
          ([column, value]) =>
            typeof value === "string" && value !== MARK && /(?:^|_)(?:id|token|reference)$/.test(column),
        )
        .map(([column, value]) => [`${table}.${column}`, String(value)] as [string, string]),
    ),
  );
}

/** Rows that belong to the owner, or name a record of theirs. */
async function ownersRows(): Promise<Map<string, string[]>> {
  const known = [owner.platformId, ...ids.values()];
  return new Map(
    [...(await everyRow())].map(([table, rows]) => [
      table,
      rows.filter((row) => known.some((id) => row.includes(`"${id}"`))).sort(),
    ]),
  );
}

/** Values for the parts of a path: each the record it is named after where there is one, else what is tried. */
function partsOf({ pattern }: ServedOperation, tried: string): Record<string, string> {
  const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
  const own = (name: string) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const found = [...ids].find(
      ([key]) => key.endsWith(`.${column}`) || key === `${column.slice(0, -3)}s.id`,
    );
    return found?.[1] ?? tried;
  };
  return Object.fromEntries(names.map((name, at) => [name, at < names.length - 1 ? own(name) : tried]));
}

/** Bodies of the operation with an ID of the owner in each field that takes one. */
function bodiesOf({ id }: ServedOperation, tried: string): unknown[] {
  const sample = sampleOf(id);
  if (typeof sample !== "object" || sample === null) return [sample];
  const schema = DESCRIBED.get(id)?.requestBody?.content["application/json"]?.schema;
  return [
    sample,
    ...idFields(schema).map((field) => ({ ...sample, [field]: field.endsWith("s") ? [tried] : tried })),
  ];
}

/** Fields that take an ID; `externalId` is whatever its sender calls somebody. */
function idFields(schema: JsonSchema | undefined): string[] {
  const named = schema?.$ref?.split("/").at(-1);
  const found = named === undefined ? schema : components.schemas[named];
  return Object.keys(found?.properties ?? {}).filter((name) => /(?<!chain|tx|external)ids?$/i.test(name));
}

function queriesOf({ id }: ServedOperation, tried: string): string[] {
  const taken = DESCRIBED.get(id)?.parameters?.filter((one) => one.in === "query" && /id$/i.test(one.name));
  return ["", ...(taken ?? []).map(({ name }) => `?${name}=${encodeURIComponent(tried)}`)];
}

function takes({ def }: ServedOperation, mode: AuthMode | "session as an orchestrator"): boolean {
  if (mode === "session as an orchestrator") return def.orchestratorOfSession === true;
  return def.auth.includes(mode);
}

describe("an ID of another account in every path, query and body", () => {
  test("is there of many kinds of records", () => {
    expect([...ids.keys()]).toEqual(expect.arrayContaining(KINDS.map((kind) => `${kind}.id`)));
  });

  test.each(EVERY_OPERATION.filter((one) => !BY_TOKEN.test(one.pattern)))(
    "$id",
    async (operation) => {
      const before = await ownersRows();
      const tries = [...new Set(ids.values())];
      for (const { mode, headers } of callers) {
        if (!takes(operation, mode)) continue;
        for (const tried of tries) {
          const params = partsOf(operation, tried);
          for (const query of queriesOf(operation, tried)) {
            for (const body of bodiesOf(operation, tried)) {
              const answer = await operate(operation, { headers, params, query, body });
              const text = await answer.text();
              expect({ mode, params, query, body, text }).not.toMatchObject({
                text: expect.stringContaining(MARK),
              });
              expect({ mode, params, query, body, status: answer.status }).not.toMatchObject({ status: 500 });
            }
          }
        }
      }
      expect(await ownersRows()).toEqual(before);
    },
    60_000,
  );
});
