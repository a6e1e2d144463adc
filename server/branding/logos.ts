import { createHash } from "node:crypto";
import { and, desc, eq, inArray, notExists, sql } from "drizzle-orm";
import { brandings, logos, platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { drawLogo } from "@/server/branding/draw-logo";
import type { LogoBody, LogoStored } from "@/server/branding/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";

/** Logos of one account that no branding shows: enough to go back, too few to keep files here. */
const KEPT_UNUSED = 5;

/**
 * Draws an uploaded image anew and stores it for the caller's account. The same image again is the same logo. Throws
 * 400 on `image` for what is no sensible image, 429 where the account uploads several at once.
 */
export async function storeLogo(ctx: Ctx, { image }: LogoBody): Promise<LogoStored> {
  const { platformId } = ctx.caller;
  const { png, width, height } = await drawLogo(platformId, Buffer.from(image, "base64"));
  const id = createHash("sha256").update(png).digest("hex");
  await inTransaction(ctx, async (tx) => {
    // Two uploads of one account follow each other, or each would leave what the other wanted gone.
    await tx.db
      .select({ id: platforms.id })
      .from(platforms)
      .where(eq(platforms.id, platformId))
      .for("no key update");
    const createdAt = tx.now();
    await tx.db
      .insert(logos)
      .values({ id, platformId, png, width, height, createdAt })
      .onConflictDoUpdate({ target: [logos.id, logos.platformId], set: { createdAt } });
    await forgetUnused(tx, platformId);
    await recordAudit(tx, {
      action: "branding.updated",
      subject: id,
      details: { logo: logoPathOf(id), width, height },
    });
  });
  return { logoPath: logoPathOf(id), width, height };
}

/** The logo with this name, whoever uploaded it; null for none. */
export async function findLogo({ db }: Pick<Reads, "db">, id: string): Promise<Buffer | null> {
  if (!/^[0-9a-f]{64}$/.test(id)) return null;
  const [row] = await db.select({ png: logos.png }).from(logos).where(eq(logos.id, id)).limit(1);
  return row?.png ?? null;
}

/** Where a logo is served, in the form that brandings take (OB-03). */
function logoPathOf(id: string): string {
  return `/branding/logos/${id}.png`;
}

async function forgetUnused({ db }: Tx, platformId: string): Promise<void> {
  const path = sql`'/branding/logos/' || ${logos.id} || '.png'`;
  const shown = db
    .select({ one: sql`1` })
    .from(brandings)
    .where(and(eq(brandings.platformId, platformId), eq(brandings.logoPath, path)));
  const unused = await db
    .select({ id: logos.id })
    .from(logos)
    .where(and(eq(logos.platformId, platformId), notExists(shown)))
    .orderBy(desc(logos.createdAt), desc(logos.id))
    .offset(KEPT_UNUSED);
  if (unused.length === 0) return;
  const ids = unused.map(({ id }) => id);
  await db.delete(logos).where(and(eq(logos.platformId, platformId), inArray(logos.id, ids)));
}
