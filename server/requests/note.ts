import { eq } from "drizzle-orm";
import { z } from "zod";
import { requestNotes } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { findRequest } from "@/server/requests/find";

const MAX_LENGTH = 2_000;

/** A merchant's own note about a payment; nobody else sees it. Empty for none. */
export const NoteBody = z
  .object({
    note: z.string().trim().max(MAX_LENGTH).describe("A note for the account alone; empty for none."),
  })
  .meta({ id: "PaymentNote" });
export type NoteBody = z.infer<typeof NoteBody>;

/** Replaces the note of a request of the caller. Throws the same 404 for unknown and foreign requests. */
export function putNote(ctx: Ctx, requestId: string, { note }: NoteBody): Promise<NoteBody> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await findRequest(tx, requestId);
    const { platformId } = tx.caller;
    if (note === "") await tx.db.delete(requestNotes).where(eq(requestNotes.requestId, id));
    else {
      const updatedAt = tx.now();
      await tx.db
        .insert(requestNotes)
        .values({ requestId: id, platformId, text: note, updatedAt })
        .onConflictDoUpdate({ target: requestNotes.requestId, set: { text: note, updatedAt } });
    }
    // Who and when; the text itself may be about people.
    await recordAudit(tx, {
      action: "request.updated",
      subject: id,
      details: { requestId, field: "note", isEmpty: note === "" },
    });
    return { note };
  });
}

/** The note of a request (row ID); empty without one. */
export async function noteOf({ db }: Pick<Reads, "db">, id: string): Promise<string> {
  const [row] = await db
    .select({ text: requestNotes.text })
    .from(requestNotes)
    .where(eq(requestNotes.requestId, id));
  return row?.text ?? "";
}
