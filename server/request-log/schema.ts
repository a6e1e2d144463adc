import { z } from "zod";
import { pagingQuery } from "@/server/lib/paging";

export const LOGGED_CREDENTIALS = ["apiKey", "clientId", "orchestrator", "session"] as const;

/** Asks for calls with any credential but a session: those of a merchant's programs, without the dashboard's. */
export const PROGRAMS = "programs";

export const RequestLogQuery = z.object({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional().describe("HTTP method."),
  /** One status (`404`) or a class of them (`4xx`). */
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, "status must be a status such as 404 or a class such as 4xx")
    .optional()
    .describe("One status (`404`) or a class of them (`4xx`)."),
  /** Beginning of the path. */
  path: z.string().min(1).max(200).optional().describe("Only calls whose path begins like this."),
  /** ID of an API key, a client ID or a session, a kind of credential, or `programs`: every kind but sessions. */
  credential: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("ID of an API key or client ID, a kind of credential, or `programs` for all but sessions."),
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
    method: z.string().describe("HTTP method."),
    /** Without its query; tokens of links are masked. */
    path: z.string().describe("Path of the call, without its query; tokens of links are masked."),
    operation: z.string().describe("ID of the operation in this reference."),
    status: z.int(),
    latencyMs: z.number().describe("How long the answer took, in milliseconds."),
    /** `x-request-id` of the answer. */
    requestId: z.string(),
    credential: z.object({
      kind: z.enum(LOGGED_CREDENTIALS).describe("Kind of the credential."),
      id: z.string(),
      /** Label of the key or client ID, the wallet of a session; null once it is gone. */
      label: z.string().nullable(),
    }),
    ip: z.string().nullable().describe("Address that the call came from; null once it is forgotten."),
  })
  .meta({ id: "RequestLogEntry" });
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

/** Newest first. */
export const RequestLog = z.object({
  entries: z.array(RequestLogEntry).describe("The entries, newest first."),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type RequestLog = z.infer<typeof RequestLog>;
