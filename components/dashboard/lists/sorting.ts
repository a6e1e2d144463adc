import type { SortingState, Updater } from "@tanstack/react-table";

/** An order of the API, such as `-created`, as a table has it. */
export function sortingOf(sort: string): SortingState {
  return [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }];
}

/** The order after a press on a column's head, of those that a list has. */
export function sortAfter<Sort extends string>(
  updater: Updater<SortingState>,
  sort: Sort,
  sorts: readonly Sort[],
): Sort {
  const [first] = typeof updater === "function" ? updater(sortingOf(sort)) : updater;
  if (!first) return sort;
  const asked = first.desc ? `-${first.id}` : first.id;
  // A column may have one order only.
  return sorts.find((one) => one === asked) ?? sorts.find((one) => one.replace("-", "") === first.id) ?? sort;
}
