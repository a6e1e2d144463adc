import type { OpenApi, Operation } from "@/server/http/openapi/document";

export interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export interface Group {
  name: string;
  /** Last part of the address of its page. */
  slug: string;
  operations: ListedOperation[];
}

/** What a reader comes for stands first; tags not named here follow by alphabet. */
const ORDER = ["Requests", "Secure Payments", "Payments", "Payouts", "Currencies"];

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
    .map(([name, operations]) => ({ name, slug: slugOf(name), operations }))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

/** A name as a part of an address: `Secure Payments` is `secure-payments`. */
export function slugOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, "-");
}

/** The page of an operation, or of a group without one. */
export function docsPath(group: string, operationId?: string): string {
  return operationId ? `/docs/${slugOf(group)}/${operationId}` : `/docs/${slugOf(group)}`;
}

/** Heading of the webhook events among the groups. */
export const EVENTS_GROUP = "Webhook events";

/** Whether a page is of an operation, which an HTTP method stands for. */
export function isOperation({ method }: Pick<ContentsEntry, "method">): boolean {
  return method !== "event" && method !== "guide";
}

/** What the list beside the pages needs to know of one page. */
export interface ContentsEntry {
  href: string;
  /** In place of an HTTP method, `event` for a webhook event and `guide` for a guide. */
  method: string;
  title: string;
  /** What a search looks through besides the title. */
  text: string;
}

export interface ContentsGroup {
  name: string;
  href: string;
  entries: ContentsEntry[];
}

/** Everything there is a page of, in the order of the list. */
export function contentsOf(groups: readonly Group[], events: readonly { name: string; summary: string }[]) {
  const operations = groups.map(
    ({ name, operations: listed }): ContentsGroup => ({
      name,
      href: docsPath(name),
      entries: listed.map(({ method, path, operation }) => ({
        href: docsPath(name, operation.operationId),
        method,
        title: operation.summary,
        text: `${operation.operationId} ${path}`,
      })),
    }),
  );
  const announced: ContentsGroup = {
    name: EVENTS_GROUP,
    href: docsPath(EVENTS_GROUP),
    entries: events.map(({ name, summary }) => ({
      href: docsPath(EVENTS_GROUP, name),
      method: "event",
      title: name,
      text: summary,
    })),
  };
  return [...operations, announced];
}
