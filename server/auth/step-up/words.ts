import type { Names } from "@/server/auth/step-up/names";
import { networkByChainId } from "@/server/chains/networks";
import type { Caller } from "@/server/context";
import { tokenByAddress } from "@/server/currencies/tokens";

/** A call that somebody is asked to confirm, as its route has parsed it. */
export interface AskedCall {
  caller: Caller;
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** What will happen, in plain words of one sentence. Names of records are the account's own. */
export type Words = (call: AskedCall, names: Names) => string | Promise<string>;

/** The longest name that is shown whole. */
const LONGEST = 120;

/** Text of the caller within a sentence of ours. */
export function quoted(value: unknown): string {
  const text = String(value ?? "");
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

/** Which token on which network, and at which wallet. */
export function aDestination({ caller, body }: AskedCall): string {
  const network = networkByChainId(Number(body.chainId));
  const token = network && tokenByAddress(network.id, String(body.tokenAddress));
  const name = token ? `${token.symbol} on ${network.name}` : `token ${quoted(body.tokenAddress)}`;
  const wallet = body.walletAddress ?? caller.wallet?.address ?? "";
  const policy = body.accessPolicy ? ", and set who may pay" : "";
  return `the wallet ${String(wallet)} in ${name}${policy}`;
}

/** What a new key is named and may do. */
export function aKey(body: AskedCall["body"]): string {
  const rights = body.scopes ? `may do ${list(body.scopes)}` : "may do everything that keys can";
  return `${quoted(body.label)}, ${rights}`;
}

/** How much a fee takes, and who gets it. */
export function aFee(body: AskedCall["body"]): string {
  const receivers = [body.evmRecipientAddress, body.tronRecipientAddress].filter(Boolean).map(String);
  return [
    ...(body.bps === undefined ? [] : [`${String(body.bps)} basis points`]),
    ...(receivers.length === 0 ? [] : [`to ${receivers.join(" and ")}`]),
    ...(body.status === undefined ? [] : [String(body.status)]),
  ].join(", ");
}

/** Where events go. */
export function aWebhook(body: AskedCall["body"]): string {
  return quoted(body.url);
}

/** What of a branding is set, with what payers are told to trust. */
export function aLook(body: AskedCall["body"]): string {
  const said = [
    ...(body.displayName === undefined ? [] : [`name ${quoted(body.displayName)}`]),
    ...(body.contact === undefined ? [] : [`contact ${quoted(body.contact)}`]),
  ];
  return said.length === 0 ? "colours, logo and links" : said.join(", ");
}
