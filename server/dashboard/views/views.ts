import { and, asc, eq } from "drizzle-orm";
import { platforms, savedViews } from "@/db/schema";
import { refuseBrowserClient } from "@/server/auth/scope";
import { type Ctx, inTransaction } from "@/server/context";
import type { CreateViewBody, SavedView } from "@/server/dashboard/views/schema";
import { ApiError, invalidField } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";

/** Of one account, for all its lists. */
const MAX_VIEWS = 50;

const SHOWN = { id: savedViews.id, list: savedViews.list, name: savedViews.name, query: savedViews.query };

/** The saved views of the caller's account, of all lists, by name. */
export function listViews(ctx: Ctx): Promise<SavedView[]> {
  refuseBrowserClient(ctx.caller);
  return ctx.db
    .select(SHOWN)
    .from(savedViews)
    .where(eq(savedViews.platformId, ctx.caller.platformId))
    .orderBy(asc(savedViews.name), asc(savedViews.id));
}

/** Saves a view; one of the same name and list takes these filters. Throws 400 for more than 50 of an account. */
export function saveView(ctx: Ctx, body: CreateViewBody): Promise<SavedView> {
  refuseBrowserClient(ctx.caller);
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    // Two that save at once are counted one after the other.
    await tx.db
      .select({ id: platforms.id })
      .from(platforms)
      .where(eq(platforms.id, platformId))
      .for("no key update");
    const count = await tx.db.$count(savedViews, eq(savedViews.platformId, platformId));
    const [known] = await tx.db
      .update(savedViews)
      .set({ query: body.query })
      .where(
        and(
          eq(savedViews.platformId, platformId),
          eq(savedViews.list, body.list),
          eq(savedViews.name, body.name),
        ),
      )
      .returning(SHOWN);
    if (known) return known;
    if (count >= MAX_VIEWS) throw invalidField("name", `An account has at most ${MAX_VIEWS} saved views`);
    const now = tx.now();
    const view = { id: newId(now), ...body };
    await tx.db.insert(savedViews).values({ ...view, platformId, createdAt: now });
    return view;
  });
}

/** Removes a view. Throws the same 404 for an unknown and a foreign one. */
export function removeView(ctx: Ctx, id: string): Promise<Done> {
  refuseBrowserClient(ctx.caller);
  return inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.platformId, tx.caller.platformId)))
      .returning({ id: savedViews.id });
    if (gone.length === 0) throw new ApiError("not_found", "Saved view not found");
    return { success: true, message: "Saved view removed" };
  });
}
