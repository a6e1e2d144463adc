import { z } from "zod";
import { pagingQuery } from "@/server/lib/paging";

export const LOGGED_CREDENTIALS = ["apiKey", "clientId", "orchestrator", "session"] as const;

/** Asks for calls with any credential but a session: those of a merchant's programs, without the dashboard's. */
export const PROGRAMS = "programs";

export const RequestLogQuery = z.object({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  /** One status (`404`) or a class of them (`4xx`). */
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, "status must be a status such as 404 or a class such as 4xx")
    .optional(),
  /** Beginning of the path. */
  path: z.string().min(1).max(200).optional(),
  /** ID of an API key, a client ID or a session, a kind of credential, or `programs`: every kind but sessions. */
  credential: z.string().min(1).max(100).optional(),
  limit: pagingQuery.limit,
  /** `nextCursor` of the page before. */
  cursor: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "cursor must be one that an answer gave")
    .optional(),
});
export type RequestLogQuery = z.infer<typeof RequestLogQuery>;

/** A call somebody made with a credential of the account. */
export const RequestLogEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    method: z.string(),
    /** Without its query; tokens of links are masked. */
    path: z.string(),
    operation: z.string(),
    status: z.int(),
    latencyMs: z.number(),
    /** `x-request-id` of the answer. */
    requestId: z.string(),
    credential: z.object({
      kind: z.enum(LOGGED_CREDENTIALS),
      id: z.string(),
      /** Label of the key or client ID, the wallet of a session; null once it is gone. */
      label: z.string().nullable(),
    }),
    ip: z.string().nullable(),
  })
  .meta({ id: "RequestLogEntry" });
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

/** Newest first. */
export const RequestLog = z.object({
  entries: z.array(RequestLogEntry),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type RequestLog = z.infer<typeof RequestLog>;
