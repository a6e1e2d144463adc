import type { OpenApi, Operation } from "@/server/http/openapi/document";

export interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export interface Group {
  name: string;
  operations: ListedOperation[];
}

/** What a reader comes for stands first; tags not named here follow by alphabet. */
const ORDER = ["Requests", "Payments", "Payouts", "Currencies"];

/** Operations by their first tag. */
export function groupsOf({ paths }: Pick<OpenApi, "paths">): Group[] {
  const groups = new Map<string, ListedOperation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags[0] ?? "Other";
      groups.set(name, [...(groups.get(name) ?? []), { method, path, operation }]);
    }
  }
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...groups]
    .map(([name, operations]) => ({ name, operations }))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}
