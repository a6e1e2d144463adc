import type { CommonFilters } from "./list-filter-bar";

interface KindOfList<State extends string, Sort extends string> {
  /** The filter of its own beside the common ones, and the words of its values. */
  state: { name: State; words: object };
  /** Ways to sort it, the usual one first. */
  sorts: readonly [Sort, ...Sort[]];
}

export type FiltersOf<State extends string, Sort extends string> = CommonFilters &
  Record<State, string> & { sort: Sort };

const DAY = /^\d{4}-\d\d-\d\d/;
const MAX_LENGTH = 255;

/** How the filters of a list stand in an address, so that a view can be sent to somebody. */
export function listFilters<State extends string, Sort extends string>({
  state,
  sorts,
}: KindOfList<State, Sort>) {
  type Filters = FiltersOf<State, Sort>;
  const names = ["q", state.name, "network", "token", "from", "to"] as const;
  const [usual] = sorts;

  return {
    /** Reads filters from a query string; what is not understood is as if it was not there. */
    read(query: URLSearchParams): Filters {
      const text = (name: string) => query.get(name)?.slice(0, MAX_LENGTH) ?? "";
      const day = (name: string) => (DAY.test(text(name)) ? text(name).slice(0, 10) : "");
      const states = text(state.name);
      const isKnown = states.split(",").every((one) => Object.hasOwn(state.words, one));
      const common: CommonFilters = {
        q: text("q"),
        network: text("network"),
        token: text("token"),
        from: day("from"),
        to: day("to"),
      };
      const own = { [state.name]: isKnown ? states : "" } as Record<State, string>;
      return { ...common, ...own, sort: sorts.find((one) => one === query.get("sort")) ?? usual };
    },

    /** The same as a query string, for the address and the API, without what is as it always is. */
    write(filters: Filters): string {
      const query = new URLSearchParams();
      for (const name of names) if (filters[name] !== "") query.set(name, filters[name]);
      if (filters.sort !== usual) query.set("sort", filters.sort);
      return query.toString();
    },

    /** Whether anything is left out of the list. */
    isNarrowed: (filters: Filters): boolean => names.some((name) => filters[name] !== ""),
  };
}
