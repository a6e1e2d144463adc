import type { PaymentFlow, PaymentSort } from "@/server/dashboard/payments-schema";
import { type FiltersOf, listFilters } from "../lists/list-filters";
import { STATUS_WORDS } from "./payment-status";

/** What narrows a list of payments. */
export type ListFilters = FiltersOf<"status", PaymentSort>;

export const DEFAULT_SORT: PaymentSort = "-created";

export const PAYMENT_SORTS = [
  DEFAULT_SORT,
  "created",
  "-amount",
  "amount",
  "status",
  "-status",
] as const satisfies readonly PaymentSort[];

export const paymentFilters = listFilters<"status", PaymentSort>({
  state: { name: "status", words: STATUS_WORDS },
  sorts: PAYMENT_SORTS,
});

/** The API's query of a list or an export. */
export function apiQuery(flow: PaymentFlow, filters: ListFilters): string {
  const own = paymentFilters.write(filters);
  return own === "" ? `flow=${flow}` : `flow=${flow}&${own}`;
}
