import type { Tenant } from "@/server/testing/upgrade/account";
import type { FilledAccount } from "@/server/testing/upgrade/fill-account";

/** What is asked, as a name, and what was answered: JSON, or the text of a page. */
export type Answers = ReadonlyMap<string, { status: number; body: unknown }>;

export interface Asking {
  tenant: Tenant;
  session: Record<string, string>;
  orchestratorKey: string;
  filled: FilledAccount;
}

/** Calls that every release has. Their answers change only where the account does. */
function calls({
  tenant,
  session,
  orchestratorKey,
  filled,
}: Asking): [path: string, Record<string, string>][] {
  const key = { "x-api-key": tenant.apiKey };
  const page = { "x-client-id": tenant.clientId, origin: tenant.clientOrigin };
  const partner = { "x-orchestrator-key": orchestratorKey };
  const lists = [
    "/v1/api-keys",
    "/v1/branding",
    "/v1/client-ids",
    "/v1/dashboard/account",
    "/v1/dashboard/deposits",
    "/v1/dashboard/overview",
    "/v1/dashboard/payers",
    "/v1/dashboard/payments",
    "/v1/dashboard/payments/counts",
    "/v1/dashboard/schedules",
    "/v1/dashboard/schedules/counts",
    "/v1/dashboard/underpayment",
    "/v1/dashboard/views",
    "/v1/members",
    "/v1/members/invitations",
    "/v1/payee-destination",
    "/v1/webhook",
    "/v1/webhook/deliveries",
    `/v1/webhook/${filled.webhookId}/deliveries`,
    ...filled.requestIds.map((id) => `/v1/dashboard/payments/${id}`),
  ];
  const open = ["/v2/request", "/v2/payments", "/v2/events", "/v2/client-ids"];
  return [
    ...lists.map((path) => [path, session] as [string, Record<string, string>]),
    ...[...open, ...filled.requestIds.map((id) => `/v2/request/${id}`)].map(
      (path) => [path, key] as [string, Record<string, string>],
    ),
    ...filled.tokens.flatMap((token): [string, Record<string, string>][] => [
      [`/v2/secure-payments/${token}`, page],
      [`/pay/${token}`, {}],
    ]),
    ...["platforms", "client-ids", "fee-configs", "keys", "earnings", "webhooks"].map(
      (name) => [`/v2/orchestrators/${name}`, partner] as [string, Record<string, string>],
    ),
  ];
}

/** Asks one web process for everything of an account. */
export async function askEverything(url: string, asking: Asking): Promise<Answers> {
  const answers = new Map<string, { status: number; body: unknown }>();
  for (const [path, headers] of calls(asking)) {
    const answer = await fetch(`${url}${path}`, { headers, redirect: "manual" });
    const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
    const text = await answer.text();
    answers.set(path, { status: answer.status, body: isJson ? JSON.parse(text) : null });
  }
  return answers;
}

/** What says when somebody asked, or where the chain is, and not what is. */
const MOVING = new Set([
  ...["lastUsedAt", "lastUsedIp", "lastUsedUserAgent", "asOf", "nextCursor", "cursor"],
  ...["chains", "confirmations"],
]);

/** What the later answers lack or say otherwise, by its place. What they add is no difference. */
export function differences(before: Answers, after: Answers): string[] {
  return [...before].flatMap(([path, { status, body }]) => {
    const later = after.get(path);
    if (later?.status !== status) return [`${path}: ${later?.status} instead of ${status}`];
    return missing(body, later.body, path);
  });
}

function missing(before: unknown, after: unknown, place: string): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      return [`${place}: ${after.length} entries instead of ${before.length}`];
    return before.flatMap((one, i) => missing(one, after[i], `${place}[${i}]`));
  }
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) =>
      MOVING.has(name) ? [] : missing(value, after[name], `${place}.${name}`),
    );
  return Object.is(before, after)
    ? []
    : [`${place}: ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
