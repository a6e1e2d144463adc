import type { Ctx } from "@/server/context";
import { chainUnavailable } from "@/server/requests/paying/readiness";
import { linkNotFound, networkOf } from "@/server/secure-payments/link";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { linkDeposit } from "@/server/secure-payments/reading/link-deposit";
import type { OpenReading } from "@/server/secure-payments/reading/link-reading";
import { optionsElsewhere } from "@/server/secure-payments/reading/options-elsewhere";
import { readLink } from "@/server/secure-payments/reading/read-link";
import { unpayableError } from "@/server/secure-payments/refusal";
import type { AnyRead } from "@/server/secure-payments/wire/multicall-schema";
import type { ReadQuery, VisitQuery } from "@/server/secure-payments/wire/read-schema";

/** Options from other networks go beside those of the link's own, where it tells any. */
async function withOptionsElsewhere(ctx: Ctx, reading: OpenReading, query: VisitQuery): Promise<AnyRead> {
  const { read } = reading;
  const own = "paymentOptions" in read ? read.paymentOptions : undefined;
  if (own === undefined || Object.keys(own).length === 0) return read;
  const paymentOptions = { ...own };
  for (const [chain, tokens] of Object.entries(await optionsElsewhere(ctx, reading, query))) {
    paymentOptions[chain] = { ...tokens, ...own[chain] };
  }
  return { ...read, paymentOptions };
}

/** Says where a plain transfer goes, where that is asked and the payment may be told. */
async function withDeposit(
  ctx: Ctx,
  { link }: OpenReading,
  { method }: ReadQuery,
  read: AnyRead,
): Promise<AnyRead> {
  // A link that hides itself tells no requests.
  if (method !== "deposit" || read.paymentType === "multicall" || !("requestIds" in read)) return read;
  if (isMulticall(link)) return read;
  return { ...read, depositAddress: await linkDeposit(ctx, link) };
}

/** `readLink` for the API: throws 404, 403, 409, 423 and 503 for a link that cannot be paid or told of now. */
export async function getSecurePayment(ctx: Ctx, token: string, query: ReadQuery): Promise<AnyRead> {
  const reading = await readLink(ctx, token, query);
  switch (reading.kind) {
    case "open":
      return withDeposit(ctx, reading, query, await withOptionsElsewhere(ctx, reading, query));
    case "unpayable":
      throw await unpayableError(ctx, reading.link, reading.reason);
    case "unreachable":
      throw chainUnavailable(networkOf(reading.link).id, reading.cause);
    case "not_found":
      throw linkNotFound();
  }
}
