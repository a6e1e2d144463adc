import type { Ctx } from "@/server/context";
import { chainUnavailable } from "@/server/requests/paying/readiness";
import { linkNotFound, networkOf } from "@/server/secure-payments/link";
import type { AnyRead } from "@/server/secure-payments/multicall/schema";
import { readLink } from "@/server/secure-payments/reading/read-link";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";
import { unpayableError } from "@/server/secure-payments/refusal";

/** `readLink` for the API: throws 404, 403, 409, 423 and 503 for a link that cannot be paid or told of now. */
export async function getSecurePayment(ctx: Ctx, token: string, query: VisitQuery): Promise<AnyRead> {
  const reading = await readLink(ctx, token, query);
  switch (reading.kind) {
    case "open":
      return reading.read;
    case "unpayable":
      throw await unpayableError(ctx, reading.link, reading.reason);
    case "unreachable":
      throw chainUnavailable(networkOf(reading.link).id, reading.cause);
    case "not_found":
      throw linkNotFound();
  }
}
