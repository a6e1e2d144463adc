import type { requestLog } from "@/db/schema";
import type { Caller } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { loggedPath } from "@/server/request-log/path";
import { LOGGED_CREDENTIALS } from "@/server/request-log/schema";
import type { RequestLogWriter } from "@/server/request-log/write";

type Entry = typeof requestLog.$inferInsert;

/** A call that was answered. */
export interface AnsweredCall {
  method: string;
  path: string;
  /** Of the path, where it names a link. */
  token: unknown;
  /** What stands for a person in the path. */
  personal?: unknown;
  operation: string;
  status: number;
  ms: number;
  requestId: string;
  at: Date;
}

/**
 * Notes a call in the log of its account, unless nobody made it with a credential of one. `callMade` is asked only
 * where the entry will be written: a busy process makes more calls than it notes.
 */
export function noteCall(log: RequestLogWriter, caller: Caller, callMade: () => AnsweredCall): void {
  const credentialKind = LOGGED_CREDENTIALS.find((kind) => kind === caller.kind);
  if (!credentialKind || caller.platformId === "") return;
  log.note(() => entryOf(callMade(), caller, credentialKind));
}

function entryOf(call: AnsweredCall, caller: Caller, credentialKind: Entry["credentialKind"]): Entry {
  return {
    id: newId(call.at),
    platformId: caller.platformId,
    credentialKind,
    credentialId: caller.credentialId,
    method: call.method,
    path: loggedPath(call.path, call.token, call.personal),
    operation: call.operation,
    status: call.status,
    latencyMs: Math.round(call.ms * 10) / 10,
    requestId: call.requestId,
    ip: caller.ip,
    createdAt: call.at,
  };
}
