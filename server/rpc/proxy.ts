import type { App } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { errorHeaders } from "@/server/http/error-body";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageJson } from "@/server/http/pages/page-answer";
import { readJsonBody } from "@/server/http/read-body";
import type { Answer } from "@/server/http/respond";
import type { ReceivedRequest } from "@/server/lib/received";
import { askNode } from "@/server/rpc/ask-node";
import { callsOf, RPC_CODES, refusal } from "@/server/rpc/calls";
import { nodesOf } from "@/server/rpc/nodes";

/** A raw transaction of the largest size that nodes take, as hex. */
const MAX_BODY_BYTES = 280_000;

/**
 * JSON-RPC for our own pages: what they ask of a network goes to the configured nodes, so that no page has to
 * reach a third party and no node's address or key leaves the server. Answers in the shape of JSON-RPC 2.0,
 * errors too. Anything but the listed methods is refused.
 */
export async function answerRpc(
  current: App,
  network: string,
  request: ReceivedRequest,
  peer: string | undefined,
): Promise<Answer> {
  try {
    const nodes = nodesOf(current.config, network);
    if (!nodes) throw new ApiError("not_found", "This network is not configured");
    await admitVisitor(current, "rpc", request, peer);
    const { bytes, json } = await readJsonBody(request);
    if (bytes.length > MAX_BODY_BYTES) throw new ApiError("payload_too_large", "Body is too large");
    const asked = callsOf(json, current.config.profile);
    if (typeof asked === "string") return rpcAnswer(400, refusal(null, RPC_CODES.invalidRequest, asked));
    const replies = await Promise.all(
      asked.map((one) => ("refusal" in one ? one.refusal : askNode(nodes, one.call))),
    );
    return rpcAnswer(200, Array.isArray(json) ? replies : replies[0]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return failed(error);
  }
}

function failed(error: ApiError): Answer {
  return rpcAnswer(error.status, refusal(null, codeOf(error.status), error.message), errorHeaders(error));
}

function codeOf(status: number): number {
  if (status === 429) return RPC_CODES.limitExceeded;
  return status === 400 ? RPC_CODES.parse : RPC_CODES.invalidRequest;
}

function rpcAnswer(status: number, body: unknown, headers?: Record<string, string>): Answer {
  return pageJson(status, JSON.stringify(body), headers);
}
