import type { PageContext } from "@/components/pay/api/page-context";
import type { Problem } from "@/components/pay/safety/comparison";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import type { PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageDepositOption } from "@/server/secure-payments/page/deposit-address-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

/** The server did not answer, or not with what was asked for. Worth another try. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/**
 * Where the link is now; for `wallet`, once there is one. A quote in it is looked at: without the signature of
 * `quoteSigner` nothing of it will be signed. Throws `Unreachable`.
 */
export async function readState(
  context: Pick<PageContext, "token" | "quoteSigner">,
  wallet: string | null,
): Promise<PageState> {
  return stateFrom("/pay/state", context, wallet === null ? {} : { wallet });
}

/** Opens the deposit address of a link to a bank account for this wallet. Throws `Unreachable`, also where that is refused. */
export function openDeposit(
  context: Pick<PageContext, "token" | "quoteSigner">,
  wallet: string,
): Promise<PageState> {
  return stateFrom("/pay/deposit", context, { wallet });
}

async function stateFrom(
  url: string,
  { token, quoteSigner }: Pick<PageContext, "token" | "quoteSigner">,
  visit: { wallet?: string },
): Promise<PageState> {
  const response = await ask(url, json({ token, ...visit }));
  if (!response.ok) throw new Unreachable(`state: ${response.status}`);
  const answer = await bodyOf(response);
  const page = await understood(answer, token);
  if (!page) throw new Unreachable("state: not one of ours");
  if ("shown" in page && page.shown.quote) await lookAt(page.shown.quote, quoteSigner);
  if ("depositAddress" in page && page.depositAddress?.quote) {
    await lookAt(page.depositAddress.quote, quoteSigner);
  }
  return page;
}

/**
 * Opens the address at which a plain transfer pays the link, or says why there is none; null where nothing can be paid now.
 * Nothing of it is believed unchecked. Throws `Unreachable`.
 */
export async function openDepositAddress({
  token,
  quoteSigner,
}: Pick<PageContext, "token" | "quoteSigner">): Promise<PageDepositOption> {
  const response = await ask("/pay/deposit-address", json({ token }));
  const answer = response.ok ? await bodyOf(response) : undefined;
  const { depositOptionIn } = await import("@/components/pay/api/page-answer");
  const option = depositOptionIn(answer);
  if (option === undefined) throw new Unreachable(`deposit address: ${response.status}`);
  if (option && "quote" in option && option.quote) await lookAt(option.quote, quoteSigner);
  return option;
}

/** Longer than every network that answers takes; who pays directly need not wait for the others. */
const SOURCES_PATIENCE_MS = 5_000;

/** From where else a wallet could pay. Throws `Unreachable`. */
export async function readSources(
  { token }: Pick<PageContext, "token">,
  wallet: string,
): Promise<PageSources> {
  const response = await ask("/pay/sources", json({ token, wallet }), SOURCES_PATIENCE_MS);
  const answer = response.ok ? await bodyOf(response) : null;
  const { pageSourcesIn } = await import("@/components/pay/api/page-answer");
  const sources = pageSourcesIn(answer);
  if (!sources) throw new Unreachable(`sources: ${response.status}`);
  return sources;
}

/** Few links have a quote. */
async function lookAt(quote: ShownQuote, signer: string): Promise<void> {
  const { checkSignature } = await import("@/components/pay/safety/signed-quotes").catch((cause: unknown) => {
    throw new Unreachable("no script to check the quote with", { cause });
  });
  await checkSignature(quote, signer);
}

/** What knows the shape of an answer comes with the first one: the page opens without it. */
async function understood(answer: unknown, token: string): Promise<PageState | null> {
  const { pageStateIn } = await import("@/components/pay/api/page-answer").catch((cause: unknown) => {
    throw new Unreachable("no script to read the answer with", { cause });
  });
  return pageStateIn(answer, token);
}

/** The API's answer about what to sign: unknown, and trusted in nothing. */
export interface Calldata {
  status: number;
  body: unknown;
}

/** Throws `Unreachable`. */
export async function readCalldata(
  { apiUrl, token, clientId }: PageContext,
  wallet: string,
  { isSafe = false, source = null }: { isSafe?: boolean; source?: ChosenSource | null } = {},
): Promise<Calldata> {
  const from = source ? `&chain=${source.chain}&token=${source.symbol}` : "";
  const query = `wallet=${encodeURIComponent(wallet)}${isSafe ? "&isSafe=true" : ""}${from}`;
  const path = `${apiUrl}/v2/secure-payments/${token}/pay?${query}`;
  const response = await ask(path, { headers: { "x-client-id": clientId } });
  return { status: response.status, body: await bodyOf(response) };
}

/** Posts to the API and waits for nothing: also while the page is being left. */
export function post(
  { apiUrl, token, clientId }: PageContext,
  what: "intent" | "events",
  body: object,
): void {
  const request = json(body);
  const headers = { ...request.headers, "x-client-id": clientId };
  void fetch(`${apiUrl}/v2/secure-payments/${token}/${what}`, { ...request, headers, keepalive: true }).catch(
    () => {},
  );
}

/** The same, and waits: the status of the answer. Throws `Unreachable`. */
export async function postIntent({ apiUrl, token, clientId }: PageContext, body: object): Promise<number> {
  const request = json(body);
  const headers = { ...request.headers, "x-client-id": clientId };
  const url = `${apiUrl}/v2/secure-payments/${token}/intent`;
  return (await ask(url, { ...request, headers, keepalive: true })).status;
}

/** Tells the server that this page refused what it was given to sign. */
export function reportRefusal(token: string, problem: Problem): void {
  void fetch("/pay/report", { ...json({ token, ...problem }), keepalive: true }).catch(() => {});
}

/** Longer than any answer takes, the screening of a wallet among them; a connection that is dead tells nobody. */
const PATIENCE_MS = 30_000;

/** Throws `Unreachable`, also when nothing has come within `patienceMs`. */
export async function ask(url: string, init: RequestInit, patienceMs = PATIENCE_MS): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: "no-store", signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    throw new Unreachable("no answer", { cause: error });
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new Unreachable("not an answer", { cause: error });
  }
}

/** A POST of this. */
export function json(body: object) {
  return {
    method: "POST",
    headers: { "content-type": "application/json" } as Record<string, string>,
    body: JSON.stringify(body),
  };
}
