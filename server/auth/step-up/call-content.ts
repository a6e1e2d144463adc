import { createHash } from "node:crypto";
import type { OperationId } from "@/server/auth/operations/operations";
import { type Content, digestOf } from "@/server/auth/proofs/digest";
import type { Caller } from "@/server/context";

/** A call as it was received. */
export interface ReceivedCall {
  operationId: OperationId;
  method: string;
  /** Path and query, as they were sent. */
  target: { path: string; search: string };
  /** The body as it came; undefined where there is none. */
  bytes: Uint8Array | undefined;
}

/** Everything that a proof is bound to: this session in this account, and this call to the byte. */
export type CallContent = { readonly [name: string]: Content };

/** `id` is that of the row that the proof is for, so that no two proofs have the same digest. */
export function contentOf(id: string, caller: Caller, call: ReceivedCall): CallContent {
  return {
    id,
    session: caller.credentialId,
    account: caller.platformId,
    orchestrator: caller.orchestratorId,
    clientId: caller.clientId?.id ?? null,
    operation: call.operationId,
    call: `${call.method} ${call.target.path}${call.target.search}`,
    body: createHash("sha256")
      .update(call.bytes ?? new Uint8Array())
      .digest("hex"),
  };
}

/** The digest that the person signs for this call. */
export function callDigest(id: string, caller: Caller, call: ReceivedCall): string {
  return digestOf(contentOf(id, caller, call));
}
