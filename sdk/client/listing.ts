import type { Answer, Call, CallOptions, Path, Query } from "@/sdk/client/operation";
import { namesIn, paramsOf } from "@/sdk/client/operation-function";

/**
 * A list of the API, whichever way its pages are asked for. Walked with `for await` it gives every entry once, and reads the
 * next page when it is needed; nothing is asked before.
 */
export interface Listing<Item, Page> extends AsyncIterable<Item> {
  /** The first page as the API answers it, with its counts. */
  firstPage(): Promise<Page>;
  /** All pages, one after the other. */
  pages(): AsyncIterable<Page>;
  /** The entries as an array; `most` bounds how many. */
  toArray(most: number): Promise<Item[]>;
}

/** How the page after one is asked for: by what the page names, by how many entries to skip, or by its number. */
type Paging = "cursor" | "offset" | "page";

type EntriesOf<Page, Name> = Name extends keyof Page
  ? Page[Name] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

type Ids<P> = P extends `${string}{${string}}${infer Rest}` ? [id: string, ...others: Ids<Rest>] : [];

/** A method that lists: first what stands in the path, then the query of the first page. */
export type ListFunction<P extends Path<"get">, Name> = (
  ...input: [...Ids<P>, query?: Query<"get", P>, options?: CallOptions]
) => Listing<EntriesOf<Answer<"get", P>, Name>, Answer<"get", P>>;

/** Makes the listing methods of resources. `items` is the field of a page that has the entries, `id` what tells them apart. */
export type MakeList = <
  P extends Path<"get">,
  const Name extends keyof Answer<"get", P> & string,
  Id extends keyof EntriesOf<Answer<"get", P>, Name> & string,
>(
  path: P,
  list: { items: Name; id: Id; by: Paging },
) => ListFunction<P, Name>;

type Fields = Record<string, unknown>;

/** Listing methods that make their calls with `call`. */
export function listsOf(call: Call): MakeList {
  // The types of pages and entries are those of the description.
  const read = call as unknown as (method: "get", path: string, input: object) => Promise<Fields>;
  const make = (path: string, { items, id, by }: { items: string; id: string; by: Paging }) => {
    const names = namesIn(path);
    return (...input: unknown[]) => {
      const [query, options] = input.slice(names.length) as [Fields?, object?];
      const params = paramsOf(names, input);
      const ask = (more: Fields) => read("get", path, { ...options, params, query: { ...query, ...more } });
      return listing(ask, query ?? {}, { items, id, by });
    };
  };
  return make as unknown as MakeList;
}

function listing(
  ask: (more: Fields) => Promise<Fields>,
  query: Fields,
  { items, id, by }: { items: string; id: string; by: Paging },
): Listing<unknown, Fields> {
  const entriesOf = (page: Fields) => page[items] as Fields[];
  async function* pages(): AsyncGenerator<Fields> {
    let more: Fields | null = {};
    while (more !== null) {
      const page: Fields = await ask(more);
      yield page;
      more = nextOf(by, { ...query, ...more }, page, entriesOf(page).length);
    }
  }
  async function* entries(): AsyncGenerator<Fields> {
    // A new entry moves those behind it onto the next page, which then has some of them again.
    const known = new Set<unknown>();
    for await (const page of pages()) {
      for (const entry of entriesOf(page)) {
        if (known.has(entry[id])) continue;
        known.add(entry[id]);
        yield entry;
      }
    }
  }
  return {
    [Symbol.asyncIterator]: entries,
    firstPage: () => ask({}),
    pages: () => pages(),
    async toArray(most) {
      const found: Fields[] = [];
      if (most <= 0) return found;
      for await (const entry of entries()) if (found.push(entry) >= most) break;
      return found;
    },
  };
}

/** What the query of the next page has in addition; null where this page was the last. */
function nextOf(by: Paging, asked: Fields, page: Fields, count: number): Fields | null {
  if (by === "cursor") return typeof page.nextCursor === "string" ? { cursor: page.nextCursor } : null;
  const { limit } = (page.pagination ?? page) as { limit: number };
  // A page that is not full is the last one.
  if (count < limit) return null;
  return by === "offset"
    ? { offset: Number(asked.offset ?? 0) + count }
    : { page: Number(asked.page ?? 1) + 1 };
}
