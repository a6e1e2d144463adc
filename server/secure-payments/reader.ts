import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { findLink, type Link, linkNotFound } from "@/server/secure-payments/link";
import { findMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";

/**
 * The link or multicall with this token, for a payer's client. Knowing the token is what lets somebody in; the client ID says
 * on whose page: ours, that of the one which created the link, or, where it was created without any, one of the
 * same account (D-18). Throws 404 for an unknown token, and the plain 401 for a client ID it has nothing to do with.
 */
export async function readableLink(
  ctx: Pick<Ctx, "db" | "now" | "caller">,
  token: string,
): Promise<Link | Multicall> {
  const link = await findReadableLink(ctx, token);
  if (!link) throw linkNotFound();
  return link;
}

/** The same, with null for an unknown token. */
export async function findReadableLink(
  ctx: Pick<Ctx, "db" | "now" | "caller">,
  token: string,
): Promise<Link | Multicall | null> {
  const link = (await findLink(ctx, token)) ?? (await findMulticall(ctx, token));
  if (!link) return null;
  if (ctx.caller.kind === "payerPage") return link;
  const { row } = link;
  const { clientId, platformId } = ctx.caller;
  const isOwn =
    row.clientIdId === null
      ? row.platformId === platformId && clientId !== null
      : row.clientIdId === clientId?.id;
  if (!isOwn) throw new ApiError("unauthorized", "Unauthorized");
  return link;
}
