import { brandingOf } from "@/server/branding/find";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isHidden } from "@/server/payer-access/withheld";
import { decisionOn } from "@/server/secure-payments/access";
import { linkNotFound } from "@/server/secure-payments/link";
import { findMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";
import type { LinkReading } from "@/server/secure-payments/reading/link-reading";
import { stateOf } from "@/server/secure-payments/reading/multicall-state";
import { unpayable } from "@/server/secure-payments/refusal";
import type { MulticallState } from "@/server/secure-payments/wire/multicall-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/** A multicall for its owner (MC-12). Throws 404 for an unknown token and 403 for a multicall of somebody else. */
export async function getMulticall(ctx: Ctx, token: string): Promise<MulticallState> {
  const multicall = await findMulticall(ctx, token);
  if (!multicall) throw linkNotFound();
  if (multicall.row.platformId !== ctx.caller.platformId) throw new ApiError("forbidden", "Forbidden");
  const branding = await brandingOf(ctx, multicall.row);
  return stateOf(multicall, { branding, isHidden: false, arePayeesMasked: false });
}

/** A multicall as its payer reads it (MC-15). One that is paid in parts stays readable until it is over. */
export async function readMulticall(ctx: Ctx, multicall: Multicall, query: VisitQuery): Promise<LinkReading> {
  const decision = await decisionOn(ctx, multicall, query, "access");
  const hidden = isHidden(multicall, decision);
  const reason = await unpayable(ctx, multicall, { isHidden: hidden });
  if (reason) return { kind: "unpayable", link: multicall, reason };
  const branding = await brandingOf(ctx, multicall.row);
  const read = stateOf(multicall, {
    branding,
    isHidden: hidden,
    arePayeesMasked: multicall.policy.hidePayeeAddress,
  });
  return { kind: "open", link: multicall, read, dues: [] };
}
