import { brandingOf } from "@/server/branding/find";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { decisionOn, isHidden } from "@/server/secure-payments/access";
import { linkNotFound } from "@/server/secure-payments/link";
import { type Bundle, findBundle } from "@/server/secure-payments/multicall/multicall";
import type { BundleState } from "@/server/secure-payments/multicall/schema";
import { stateOf } from "@/server/secure-payments/multicall/state";
import type { LinkReading } from "@/server/secure-payments/reading/link-reading";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";
import { unpayable } from "@/server/secure-payments/refusal";

/** A bundle for its owner (MC-12). Throws 404 for an unknown token and 403 for a bundle of somebody else. */
export async function getBundle(ctx: Ctx, token: string): Promise<BundleState> {
  const bundle = await findBundle(ctx, token);
  if (!bundle) throw linkNotFound();
  if (bundle.row.platformId !== ctx.caller.platformId) throw new ApiError("forbidden", "Forbidden");
  const branding = await brandingOf(ctx, bundle.row);
  return stateOf(bundle, { branding, isHidden: false, arePayeesMasked: false });
}

/** A bundle as its payer reads it (MC-15). One that is paid in parts stays readable until it is over. */
export async function readBundle(ctx: Ctx, bundle: Bundle, query: VisitQuery): Promise<LinkReading> {
  const decision = await decisionOn(ctx, bundle, query, "access");
  const hidden = isHidden(bundle, decision);
  if (bundle.status !== "partially_settled") {
    const reason = await unpayable(ctx, bundle, { isHidden: hidden });
    if (reason) return { kind: "unpayable", link: bundle, reason };
  }
  const branding = await brandingOf(ctx, bundle.row);
  const read = stateOf(bundle, {
    branding,
    isHidden: hidden,
    arePayeesMasked: bundle.policy.hidePayeeAddress,
  });
  return { kind: "open", link: bundle, read };
}
