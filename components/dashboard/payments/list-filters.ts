import type { PaymentFlow, PaymentSort } from "@/server/dashboard/payments-schema";
import type { CommonFilters } from "../shared/list-filter-bar";
import { STATUS_WORDS } from "./payment-status";

/** What narrows a list of payments. The address bar holds it, so that a view can be sent to somebody. */
export interface ListFilters extends CommonFilters {
  status: string;
  sort: PaymentSort;
}

const NAMES = ["q", "status", "network", "token", "from", "to"] as const;
const SORTS: readonly PaymentSort[] = ["-created", "created", "-amount", "amount", "status", "-status"];
export const DEFAULT_SORT: PaymentSort = "-created";

/** Reads filters from a query string; what is not understood is as if it was not there. */
export function readFilters(query: URLSearchParams): ListFilters {
  const text = (name: (typeof NAMES)[number]) => query.get(name)?.slice(0, 255) ?? "";
  const day = (name: "from" | "to") => (/^\d{4}-\d\d-\d\d/.test(text(name)) ? text(name).slice(0, 10) : "");
  const statuses = text("status").split(",");
  const sort = query.get("sort");
  return {
    q: text("q"),
    status: statuses.every((one) => Object.hasOwn(STATUS_WORDS, one)) ? text("status") : "",
    network: text("network"),
    token: text("token"),
    from: day("from"),
    to: day("to"),
    sort: SORTS.find((one) => one === sort) ?? DEFAULT_SORT,
  };
}

/** The same as a query string, without what is as it always is. */
export function writeFilters(filters: ListFilters): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filters[name] !== "") query.set(name, filters[name]);
  if (filters.sort !== DEFAULT_SORT) query.set("sort", filters.sort);
  return query.toString();
}

/** The API's query of a list or an export. */
export function apiQuery(flow: PaymentFlow, filters: ListFilters): string {
  const own = writeFilters(filters);
  return own === "" ? `flow=${flow}` : `flow=${flow}&${own}`;
}

/** Whether anything is left out of the list. */
export function isNarrowed(filters: ListFilters): boolean {
  return NAMES.some((name) => filters[name] !== "");
}
