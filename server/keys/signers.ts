import { asc } from "drizzle-orm";
import { secretKeys } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";

/** An address that signed quittances, and when. */
export interface Signer {
  address: string;
  /** ISO 8601; null for the first one: since the beginning. */
  validFrom: string | null;
  /** ISO 8601; null for the one that signs now. */
  validUntil: string | null;
}

/** Who has signed the quittances of this service, the present signer last. */
export async function listSigners(ctx: Pick<Ctx, "db" | "config">): Promise<Signer[]> {
  const rows = await ctx.db.select().from(secretKeys).orderBy(asc(secretKeys.createdAt));
  const present = quittanceSigner(ctx.config).address;
  const past = rows.filter(({ signer }) => signer !== present);
  const signers = past.map(({ signer, createdAt, replacedAt }, index) => ({
    address: signer,
    validFrom: index === 0 && rows[0]?.signer === signer ? null : createdAt.toISOString(),
    validUntil: replacedAt?.toISOString() ?? null,
  }));
  const own = rows.find(({ signer }) => signer === present);
  const validFrom = own === undefined || own === rows[0] ? null : own.createdAt.toISOString();
  return [...signers, { address: present, validFrom, validUntil: null }];
}
