import { z } from "zod";
import type { App } from "@/server/boot";
import { ChainError } from "@/server/chains/chain-error";
import { createTronHttp } from "@/server/chains/tron/http";
import { ApiError } from "@/server/errors";
import { errorBody, errorHeaders } from "@/server/http/error-body";
import { admitVisitor } from "@/server/http/limits/visitor";
import { pageJson } from "@/server/http/pages/page-answer";
import { readJsonBody } from "@/server/http/read-body";
import type { Answer } from "@/server/http/respond";
import type { ReceivedRequest } from "@/server/lib/received";
import { secretsOf, withoutSecrets } from "@/server/rpc/without-secrets";

/** An address, an ID or a flag; the longest is the data of a call that is only tried. */
const Field = z.union([z.string().max(60_000), z.number(), z.boolean()]);

/** What pages may ask of a Tron node, and with which fields. Nothing here builds or spreads a transaction. */
const METHODS = new Map<string, readonly string[]>([
  ["getblock", []],
  ["getchainparameters", []],
  ["getaccount", ["address", "visible"]],
  ["getaccountresource", ["address", "visible"]],
  ["gettransactioninfobyid", ["value"]],
  [
    "triggerconstantcontract",
    ["owner_address", "contract_address", "function_selector", "parameter", "data", "visible"],
  ],
]);

/** The HTTP API of our Tron nodes for our own pages, as `answerRpc` is for JSON-RPC. */
export async function answerTronApi(
  current: App,
  method: string,
  request: ReceivedRequest,
  peer: string | undefined,
): Promise<Answer> {
  try {
    const settings = current.config.networks.tron;
    const fields = METHODS.get(method);
    if (!settings || !fields) throw new ApiError("not_found", "Not found");
    await admitVisitor(current, "rpc", request, peer);
    const body = onlyFields((await readJsonBody(request)).json, fields);
    const answer = await createTronHttp(settings)(`wallet/${method}`, body, z.unknown());
    const secrets = [...settings.rpcUrls.flatMap(secretsOf), ...(settings.apiKey ? [settings.apiKey] : [])];
    return pageJson(200, withoutSecrets(JSON.stringify(answer), secrets));
  } catch (error) {
    if (error instanceof ChainError)
      return refused(new ApiError("chain_unavailable", "Tron cannot be asked"));
    if (error instanceof ApiError) return refused(error);
    throw error;
  }
}

function onlyFields(json: unknown, fields: readonly string[]): Record<string, unknown> {
  const parsed = z.record(z.string(), Field).safeParse(json);
  const unknown = parsed.success ? Object.keys(parsed.data).filter((name) => !fields.includes(name)) : [];
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw new ApiError("validation_failed", "These parameters are not offered here");
}

function refused(error: ApiError): Answer {
  const { status, body } = errorBody(error, "issues");
  return pageJson(status, JSON.stringify(body), errorHeaders(error));
}
