import type { FieldIssue } from "@/server/errors";
import { validationError } from "@/server/http/error-body";
import type { Segments } from "@/server/http/handler";
import type { FindMisplaced } from "@/server/http/misplaced-keys";
import type { RouteDef } from "@/server/http/route-def";
import { isStorable, readable } from "@/server/lib/text";

/** Where a call goes; `search` is empty or begins with a question mark. */
export interface Target {
  path: string;
  search: string;
}

/** Path and query of an absolute URL, cut out of the text: a `URL` object costs more than all else here. */
export function targetOf(url: string): Target {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const hash = url.indexOf("#", start);
  const end = hash < 0 ? url.length : hash;
  const query = url.indexOf("?", start);
  return query < 0 || query > end
    ? { path: url.slice(start, end), search: "" }
    : { path: url.slice(start, query), search: url.slice(query, end) };
}

/** Query parameters by name, and what is wrong with them: of one given twice, which was meant? */
function queryOf(search: string): { query: Record<string, string>; issues: FieldIssue[] } {
  const query: Record<string, string> = {};
  const issues: FieldIssue[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) {
      issues.push({ code: "custom", message: `${name} is given more than once`, path: [name] });
    }
    if (!isStorable(value)) {
      issues.push({
        code: "custom",
        message: `${name} contains characters that cannot be stored`,
        path: [name],
      });
    }
    query[name] = value;
  }
  return { query, issues };
}

/**
 * Values of the path. A NUL or half a pair, which no row can have, is read as the sign for what cannot be read: the
 * verb then finds nothing under it, and says so in its own words.
 */
function storableSegments(segments: Segments): Segments {
  const entries = Object.entries(segments).map(([name, value]) => [
    name,
    typeof value === "string" ? readable(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The place of the query among path, query and body. */
const QUERY = 1;

/** Path, query and body in one pass. Throws 400 that names everything wrong in any of them. */
export function parseCall(
  { params, query, body }: Pick<RouteDef, "params" | "query" | "body">,
  findMisplaced: FindMisplaced | null,
  { segments, target, json }: { segments: Segments; target: Target; json: unknown },
) {
  const search = query ? queryOf(target.search) : { query: {}, issues: [] };
  const results = [
    params?.safeParse(storableSegments(segments), { reportInput: true }),
    query?.safeParse(search.query, { reportInput: true }),
    body?.safeParse(json, { reportInput: true }),
  ];
  const unread = new Set<unknown>(search.issues.map(({ path }) => path[0]));
  const found = results.flatMap(
    (result, index) =>
      result?.error?.issues.filter(({ path }) => index !== QUERY || !unread.has(path[0])) ?? [],
  );
  const others = [...search.issues, ...(findMisplaced?.(json, target.search) ?? [])];
  if (found.length > 0 || others.length > 0) throw validationError(found, others);
  const [ofPath, ofQuery, ofBody] = results.map((result) => result?.data);
  return { params: ofPath, query: ofQuery, body: ofBody };
}
