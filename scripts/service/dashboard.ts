import { z } from "zod";
import type { Quittance } from "@/sdk/index";
import { columns, fieldLines } from "./shown";
import { whole } from "./whole";

const PAGE = 100;

/** What the dashboard knows of a payment; further fields are passed on as they came. */
const Payment = z.looseObject({
  requestId: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  network: z.string(),
  createdAt: z.string(),
  reference: z.string().nullable(),
  securePaymentUrl: z.string().nullable(),
});
const Payments = z.object({ payments: z.array(Payment), nextCursor: z.string().nullable() });
const Detail = z.looseObject({ payment: Payment, statusReason: z.string() });

const CalledRow = z.looseObject({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  latencyMs: z.number(),
  requestId: z.string(),
  credential: z.looseObject({ kind: z.string(), label: z.string().nullable() }),
});
const RequestLog = z.object({ entries: z.array(CalledRow), nextCursor: z.string().nullable() });
export type CalledRow = z.infer<typeof CalledRow>;

/** What narrows a log of calls, by the names of the API. */
export type LogFilter = Partial<Record<"method" | "status" | "path" | "credential", string>>;

/** The account's payments in one direction, the newest first and `limit` at most, and a line about each. */
export async function accountPayments(client: Quittance, flow: "incoming" | "outgoing", limit: string) {
  const most = whole("--limit", limit, 1);
  const payments: z.infer<typeof Payment>[] = [];
  for (let cursor: string | null = null; payments.length < most; ) {
    const query = { flow, limit: Math.min(PAGE, most - payments.length), ...(cursor && { cursor }) };
    const page: z.infer<typeof Payments> = Payments.parse(
      await read(client, "/v1/dashboard/payments", { query }),
    );
    payments.push(...page.payments);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  const lines = columns(
    payments.map((one) => [
      ...[one.requestId, one.status, `${one.amount} ${one.currency}`, one.network, one.createdAt],
      ...[one.reference, one.securePaymentUrl],
    ]),
  );
  return { payments, lines };
}

/** One payment with the reason of its state, and lines about it. */
export async function accountPayment(client: Quittance, requestId: string) {
  const path = "/v1/dashboard/payments/{requestId}";
  const detail = Detail.parse(await read(client, path, { params: { requestId } }));
  return { detail, lines: fieldLines({ ...detail.payment, statusReason: detail.statusReason }) };
}

/** Calls that were made with the account's credentials, the newest first; at most 100. */
export async function requestLog(client: Quittance, filter: LogFilter, limit: number, signal?: AbortSignal) {
  const query = { ...filter, limit: Math.min(PAGE, limit) };
  const log = await read(client, "/v1/dashboard/request-log", { query, ...(signal && { signal }) });
  return RequestLog.parse(log).entries;
}

/** The typed client has no operations of the dashboard, whose fields may change with its pages. */
function read(client: Quittance, path: string, input: object): Promise<unknown> {
  const call = client.call as unknown as (method: "get", path: string, input: object) => Promise<unknown>;
  return call("get", path, input);
}
