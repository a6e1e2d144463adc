import { z } from "zod";
import { parametersOf } from "@/server/rpc/methods";

/** Calls in one body. A page that reads balances on several networks needs fewer. */
const MAX_CALLS = 10;

const Id = z.union([z.string().max(64), z.number(), z.null()]);
type Id = z.infer<typeof Id>;

const Call = z.object({
  jsonrpc: z.literal("2.0"),
  id: Id,
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}
export type RpcReply = { jsonrpc: "2.0"; id: Id } & ({ result: unknown } | { error: RpcError });

/** A call that may go to a node: nothing else of the body does. */
export interface AllowedCall {
  id: Id;
  method: string;
  params: readonly unknown[];
}

/** One thing asked in a body: allowed, or already answered with what is wrong with it. */
export type Asked = { call: AllowedCall } | { refusal: RpcReply };

export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  limitExceeded: -32005,
  unavailable: -32603,
} as const;

/** The calls of a body, each checked by itself; a string is what is wrong with the body as a whole. */
export function callsOf(json: unknown, profile: "local" | "live"): Asked[] | string {
  if (!Array.isArray(json)) return [asked(json, profile)];
  if (json.length === 0) return "A batch is empty";
  if (json.length > MAX_CALLS) return `A batch has more than ${MAX_CALLS} calls`;
  return json.map((one) => asked(one, profile));
}

/** An error in the shape of JSON-RPC 2.0. */
export function refusal(id: Id, code: number, message: string): RpcReply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function asked(json: unknown, profile: "local" | "live"): Asked {
  const parsed = Call.safeParse(json);
  if (!parsed.success) return { refusal: refusal(null, RPC_CODES.invalidRequest, "Not a JSON-RPC 2.0 call") };
  const { id, method, params } = parsed.data;
  const most = parametersOf(method, profile);
  if (most === undefined) {
    return { refusal: refusal(id, RPC_CODES.methodNotFound, "This method is not offered here") };
  }
  if (params.length > most || (method === "eth_getBlockByNumber" && params[1] === true)) {
    return { refusal: refusal(id, RPC_CODES.invalidParams, "These parameters are not offered here") };
  }
  return { call: { id, method, params } };
}
