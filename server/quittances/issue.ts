import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { noReceipt, readReceipt } from "@/server/quittances/receipt";
import { Quittance } from "@/server/quittances/schema";
import { typedDataOf } from "@/server/quittances/typed-data";

/**
 * The signed receipt of a paid request. Whoever knows the request ID may have it, as they may see its transfers
 * on chain; where the merchant keeps something from the public (AP-03), only the owner. The same facts always
 * give the same bytes, because the signature is deterministic (RFC 6979). Throws 404 for anything that is not
 * paid, and 403 where it is kept.
 */
export async function issueQuittance(
  ctx: Pick<Ctx, "db" | "caller" | "config">,
  requestId: string,
): Promise<Quittance> {
  const { facts, hides, platformId, deposits } = await readReceipt(ctx, requestId);
  const isOwner = ctx.caller.kind !== "public" && ctx.caller.platformId === platformId;
  if (hides.everything && !isOwner) throw noReceipt();
  if (hides.payee && !isOwner) {
    throw new ApiError("forbidden", "The payee of this request is not public; its owner has the quittance");
  }
  const account = quittanceSigner(ctx.config);
  const { domain, types, primaryType } = typedDataOf(facts);
  const signature = await account.signTypedData(typedDataOf(facts));
  return Quittance.parse({
    domain,
    types,
    primaryType,
    message: facts,
    signer: account.address,
    signature,
    ...(deposits.length > 0 ? { deposits } : {}),
  });
}
