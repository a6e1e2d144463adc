import type { brandings } from "@/db/schema";
import { Branding } from "@/server/branding/schema";

export type BrandingRow = typeof brandings.$inferSelect;

/** A row as it is told: only what is set. */
export function describeBranding(row: BrandingRow): Branding {
  const set = Object.entries(row).filter(([, value]) => value !== null);
  // The schema drops whose it is and when it changed.
  return Branding.parse(Object.fromEntries(set));
}
