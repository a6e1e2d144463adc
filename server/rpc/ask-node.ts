import { z } from "zod";
import { clock } from "@/server/lib/clock";
import { type AllowedCall, RPC_CODES, type RpcReply, refusal } from "@/server/rpc/calls";
import { secretsOf, withoutSecrets } from "@/server/rpc/without-secrets";

const TIMEOUT_MS = 10_000;
/** A receipt with a few hundred logs is a tenth of this. */
const MAX_ANSWER_BYTES = 2_000_000;
const MAX_MESSAGE = 300;

const NodeReply = z.union([
  z.object({
    error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
]);

/** Where JSON-RPC of a network is spoken, and the headers its nodes want. */
export interface Nodes {
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
}

/**
 * Puts one call to the first node that answers. Only method and parameters are passed on, nothing of the visitor;
 * of an error only code, data and a message without our nodes' addresses and keys come back.
 */
export async function askNode({ urls, headers }: Nodes, call: AllowedCall): Promise<RpcReply> {
  for (const url of urls) {
    const reply = await replyOf(url, headers, call);
    if (reply === null) continue;
    if (!("error" in reply)) return { jsonrpc: "2.0", id: call.id, result: reply.result ?? null };
    const { code, message, data } = reply.error;
    const secrets = [...urls.flatMap(secretsOf), ...Object.values(headers)];
    const error = { code, message: withoutSecrets(message, secrets).slice(0, MAX_MESSAGE) };
    const isRevert = typeof data === "string" && /^0x[0-9a-f]*$/i.test(data);
    return { jsonrpc: "2.0", id: call.id, error: isRevert ? { ...error, data } : error };
  }
  return refusal(call.id, RPC_CODES.unavailable, "The network cannot be asked at the moment");
}

async function replyOf(url: string, headers: Nodes["headers"], { method, params }: AllowedCall) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      redirect: "error",
      signal: clock.deadline(TIMEOUT_MS),
    });
    const text = await limitedText(response);
    if (text === null) return null;
    const parsed = NodeReply.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Unreachable, too slow or not JSON: the next node may do better.
    return null;
  }
}

async function limitedText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  if (!response.body) return null;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
