import type { requestLog } from "@/db/schema";
import type { Caller } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { loggedPath } from "@/server/request-log/path";
import { LOGGED_CREDENTIALS } from "@/server/request-log/schema";

/** A call that was answered. */
export interface AnsweredCall {
  caller: Caller;
  method: string;
  path: string;
  /** Of the path, where it names a link. */
  token: unknown;
  operation: string;
  status: number;
  ms: number;
  requestId: string;
  at: Date;
}

/** The entry of a call; null for one that nobody made with a credential of an account. */
export function entryOf(call: AnsweredCall): typeof requestLog.$inferInsert | null {
  const { caller } = call;
  const credentialKind = LOGGED_CREDENTIALS.find((kind) => kind === caller.kind);
  if (!credentialKind || caller.platformId === "") return null;
  return {
    id: newId(call.at),
    platformId: caller.platformId,
    credentialKind,
    credentialId: caller.credentialId,
    method: call.method,
    path: loggedPath(call.path, call.token),
    operation: call.operation,
    status: call.status,
    latencyMs: Math.round(call.ms * 10) / 10,
    requestId: call.requestId,
    ip: caller.ip,
    createdAt: call.at,
  };
}
