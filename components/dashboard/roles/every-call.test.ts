import { dirname } from "node:path";
import { expect, test } from "vitest";
import { ROLES } from "@/db/roles";
import openapi from "@/public/openapi.json";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";
import { readSources, type SourceFile } from "@/server/testing/source-files";

/*
 * A call of the API whose operation not every role has is only made where the role has it: its operation is named beside it,
 * in a file of the same folder, which is where the role is asked, or of the folder above.
 */

const ROOT = "components/dashboard";

/** Every screen, without what carries the calls of all of them. */
const sources = readSources([ROOT]).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path) && !path.startsWith(`${ROOT}/api/`),
);

/** Paths that are put together elsewhere, by file and expression. */
const PUT_TOGETHER: Record<string, readonly string[]> = {
  "branding/branding-card.tsx path": ["/v1/branding"],
  "lists/use-cursor-list.ts `${path}?${asked}`": [],
  "lists/use-growing-list.ts `${path}?${query}`": [],
  "orchestrator/branding-card.tsx PATH": ["/v2/orchestrators/branding"],
  "orchestrator/queries.ts path": [],
  "orchestrator/orchestrator.ts path": [],
  "payments/actions/cancel-dialog.tsx path": ["/v1/dashboard/payments/{}/cancel"],
  "payments/refunds/refund-list.tsx `${refundsPath(requestId)}/${givenUp.refundId}`": [
    "/v2/request/{}/refunds/{}",
  ],
  "payments/refunds/use-refunding.ts path": ["/v2/request/{}/refunds"],
  "payments/refunds/use-refunding.ts `${path}/${refund.refundId}?${query}`": ["/v2/request/{}/refunds/{}"],
  "payments/refunds/use-refunds.ts refundsPath(requestId)": ["/v2/request/{}/refunds"],
  "webhooks/replay-button.tsx `${path}/deliveries/${delivery.id}/replay`": [
    "/v1/webhook/deliveries/{}/replay",
    "/v2/orchestrators/webhooks/deliveries/{}/replay",
  ],
  "webhooks/rotate-secret.tsx `${path}/${webhook.id}/rotate-secret`": [
    "/v1/webhook/{}/rotate-secret",
    "/v2/orchestrators/webhooks/{}/rotate-secret",
  ],
};

const CALL = /\bapi(?:<[^(]*>)?\(\s*([^,]+?),\s*(`[^`]*`|"[^"]*"|[\w.]+(?:\(\w*\))?)/g;
const METHODS = /"(GET|POST|PUT|PATCH|DELETE)"/g;
/** What stands in no call is read: paths of lists and exports are handed on to those who read them. */
const ANY_PATH = /["`](\/v[12]\/[^"`]*)["`](?!:)/g;

interface Call {
  file: string;
  method: string;
  path: string;
  /** A path that is handed on: it may be a part of one, or the form of many. */
  isHandedOn?: boolean;
}

function callsOf({ path: file, text }: SourceFile): Call[] {
  const name = file.replace(`${ROOT}/`, "");
  const calls = [...text.matchAll(CALL)].flatMap(([, methods = "", written = ""]) => {
    const literal = /^["`](\/v[12]\/[^"`]*)["`]$/.exec(written)?.[1];
    const paths = literal === undefined ? PUT_TOGETHER[`${name} ${written}`] : [literal];
    if (!paths) return [{ file, method: "", path: `${name} ${written}` }];
    return [...methods.matchAll(METHODS)].flatMap(([, method = ""]) =>
      paths.map((path) => ({ file, method, path })),
    );
  });
  const others = [...text.replace(CALL, "").matchAll(ANY_PATH)].map(([, path = ""]) => ({
    file,
    method: "GET",
    path,
    isHandedOn: true,
  }));
  return [...calls, ...others];
}

/** Paths of the API, each with the operation of every method. */
const PATHS = Object.entries<Record<string, { operationId?: string }>>(openapi.paths).map(
  ([path, verbs]) => ({
    segments: path.split("/"),
    verbs,
  }),
);

/** The operation that a call reaches, or undefined. */
function operationOf({ method, path }: Call): OperationId | undefined {
  // A part that is put in whole is a parameter; one behind other letters is a query, or nothing.
  const [bare = ""] = path.replace(/\$\{[^}]*\}?/g, "{}").split("?");
  const parts = bare.replace(/(?<=[^/])\{\}$/, "").split("/");
  const found = PATHS.filter(
    ({ segments, verbs }) =>
      segments.length === parts.length &&
      method.toLowerCase() in verbs &&
      segments.every((segment, at) => (segment.startsWith("{") ? parts[at] === "{}" : parts[at] === segment)),
  );
  const id = found[0]?.verbs[method.toLowerCase()]?.operationId;
  return id !== undefined && Object.hasOwn(OPERATIONS, id) ? (id as OperationId) : undefined;
}

function isForEveryRole(operation: OperationId): boolean {
  return ROLES.every((role) => roleHas(role, operation));
}

/** Operations of calls of some files that no file of the same folder names. */
function notAskedFor(files: readonly SourceFile[]): string[] {
  const named = new Map<string, string>();
  for (const { path, text } of files) {
    named.set(dirname(path), (named.get(dirname(path)) ?? "") + text);
  }
  const missing = files.flatMap(callsOf).flatMap((call) => {
    const operation = operationOf(call);
    if (operation === undefined || isForEveryRole(operation)) return [];
    // Whoever is not signed in has no role.
    if (OPERATIONS[operation].key === "open") return [];
    const folder = dirname(call.file);
    const above = dirname(folder) === ROOT ? [] : [dirname(folder)];
    const isNamed = [folder, ...above].some((one) => named.get(one)?.includes(`"${operation}"`));
    return isNamed ? [] : [`${call.file}: ${operation}`];
  });
  return [...new Set(missing)];
}

test("every call is one of an operation that is known", () => {
  const unknown = sources
    .flatMap(callsOf)
    .filter((call) => !call.isHandedOn && operationOf(call) === undefined)
    .map(({ file, method, path }) => `${file}: ${method} ${path}`);
  expect(unknown).toEqual([]);
});

test("a call that not every role may make is made where the role is asked", () => {
  expect(notAskedFor(sources)).toEqual([]);
});

test("a button without a role is noticed", () => {
  const planted = (text: string) => notAskedFor([{ path: "components/dashboard/new/button.tsx", text }]);
  const call = 'api<Made>("POST", `/v2/secure-payments/payouts`, { body })';
  expect(planted(call)).toEqual(["components/dashboard/new/button.tsx: createSecurePayout"]);
  expect(planted(`<Allowed to="createSecurePayout">${call}`)).toEqual([]);
  expect(planted('useGrowingList(["log"], "/v1/webhook/deliveries", {})')).toHaveLength(1);
  expect(planted('api("DELETE", "/v1/api-keys/{}")')).toHaveLength(1);
  expect(planted('api("GET", "/v1/client-ids")')).toEqual([]);
});

test("every path that is put together is still one", () => {
  const written = sources.flatMap(({ path, text }) =>
    [...text.matchAll(CALL)].map(([, , expression = ""]) => `${path.replace(`${ROOT}/`, "")} ${expression}`),
  );
  expect(Object.keys(PUT_TOGETHER).filter((known) => !written.includes(known))).toEqual([]);
});
