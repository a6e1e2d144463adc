import { randomUUID } from "node:crypto";
import type { Answer } from "@/server/http/respond";

/** A JSON answer for our own pages. No cross-origin headers: nobody else is to read it. */
export function pageAnswer(status: number, json: string, extra: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-request-id": randomUUID(),
      ...extra,
    },
    body: json,
  };
}
