import { z } from "zod";
import { pagingQuery } from "@/server/lib/paging";

export const AuditQuery = z.object({
  subject: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Only changes of this kind of thing, such as `api_key`."),
  limit: pagingQuery.limit,
  cursor: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "cursor must be one that an answer gave")
    .optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Values = z.record(z.string(), z.union([Plain, z.array(Plain), z.record(z.string(), Plain)]));

/** One change to something of the account. */
export const AuditRecord = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().describe("What was changed and how, such as `api_key.created`."),
    subject: z.string().describe("ID of the record that was changed."),
    actor: z
      .object({
        kind: z
          .enum(["apiKey", "clientId", "orchestrator", "session", "operator", "service", "partner"])
          .describe(
            "Who made the change: a credential of the account, the operator, the service itself or a partner.",
          ),
        label: z
          .string()
          .nullable()
          .describe(
            "Label of the key or client ID, what whoever was signed in signs in with; null for others and once it is gone.",
          ),
        personId: z
          .string()
          .nullable()
          .describe("ID of whoever was signed in; null for others and where it was not the account's own."),
        role: z
          .string()
          .nullable()
          .describe("Their role in the account at that time; null where there is no person."),
      })
      .describe("Who made the change."),
    ip: z
      .string()
      .nullable()
      .describe("Address the call came from; null where it was not the account's own."),
    origin: z.string().nullable().describe("Page the call came from; null where there was none."),
    requestId: z
      .string()
      .nullable()
      .describe("`x-request-id` of the call; null where it was not the account's own."),
    details: Values.describe("Names, addresses and settings after the change. Never a secret."),
    before: Values.nullable().describe(
      "What stood there before, by name; null where nothing was changed, and in entries from before this was kept.",
    ),
    after: Values.nullable().describe("What stands in its place."),
    approvalId: z
      .string()
      .nullable()
      .describe("ID of the approval by which it was done; null where none was needed."),
  })
  .meta({ id: "AuditRecord" });
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Newest first. */
export const AuditLog = z.object({
  entries: z.array(AuditRecord).describe("The entries, newest first."),
  nextCursor: z.string().nullable(),
});
export type AuditLog = z.infer<typeof AuditLog>;
