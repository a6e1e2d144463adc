import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { TestApi } from "@/server/testing/api";

/** Changes what an account is, as its operator would. */
export async function changeAccount(
  { app }: TestApi,
  platformId: string,
  changes: Partial<typeof platforms.$inferInsert>,
): Promise<void> {
  await app.database.db.update(platforms).set(changes).where(eq(platforms.id, platformId));
}
