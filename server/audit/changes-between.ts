import { isDeepStrictEqual } from "node:util";
import type { AuditDetails } from "@/server/audit/record";

/** Of two descriptions of a record, what differs: as it was before and as it is after. */
export function changesBetween(
  was: AuditDetails,
  is: AuditDetails,
): { before: AuditDetails; after: AuditDetails } {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null),
  );
  const only = (one: AuditDetails): AuditDetails =>
    Object.fromEntries(names.map((name) => [name, one[name] ?? null]));
  return { before: only(was), after: only(is) };
}
