import { noteFailure } from "@/server/http/pages/pages-without-database";

/** Called by Next with whatever breaks a page: one that the database broke is answered 503 by our own door. */
export function onRequestError(error: unknown): void {
  noteFailure(error);
}
