"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type {
  ScheduleCounts,
  ScheduleDetail,
  ScheduleList,
  ScheduleRow,
  ScheduleStop,
} from "@/server/dashboard/schedules/schema";
import type { Api } from "../api/api";
import { useCursorList } from "../lists/use-cursor-list";
import { useListed } from "../lists/use-listed";
import { useReadAhead } from "../lists/use-read-ahead";
import { useMerchant } from "../session/merchant";
import { type ScheduleFilters, scheduleFilters } from "./schedule-filters";

/** What a payer does on chain is in no event of the account. */
const STOP_EVERY_MS = 4_000;

/** One page of the list, and the way to its neighbours. */
export function useSchedulePage(filters: ScheduleFilters) {
  return useCursorList<ScheduleList>("schedules", "/v1/dashboard/schedules", scheduleFilters.write(filters));
}

/** How many schedules fit the filters, by how they are doing. */
export function useScheduleCounts(filters: ScheduleFilters) {
  const { api } = useMerchant();
  const query = scheduleFilters.write({ ...filters, health: "", sort: "-created" });
  return useQuery({
    queryKey: ["schedules", "counts", query],
    queryFn: ({ signal }) =>
      api<ScheduleCounts>("GET", `/v1/dashboard/schedules/counts?${query}`, { signal }),
    placeholderData: (previous) => previous,
  });
}

const scheduleQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["schedule", id],
    queryFn: ({ signal }) =>
      api<ScheduleDetail>("GET", `/v1/dashboard/schedules/${encodeURIComponent(id)}`, { signal }),
  });

/** A schedule with every instalment. */
export function useSchedule(id: string) {
  return useQuery(scheduleQuery(useMerchant().api, id));
}

/** Reads what the page of a schedule shows before somebody presses on its row. */
export function useReadScheduleAhead() {
  const { api } = useMerchant();
  return useReadAhead(({ id }: ScheduleRow) => scheduleQuery(api, id));
}

/** A schedule as a list showed it; undefined where none has. */
export function useListedSchedule(id: string): ScheduleRow | undefined {
  return useListed("schedules", id, listedSchedule);
}

const listedSchedule = ({ schedules }: Partial<ScheduleList>, id: string) =>
  schedules?.find((schedule) => schedule.id === id);

/** Whether a cancelled schedule has ended in the contract too, and what ends it. */
export function useScheduleStop(id: string) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["schedule-stop", id],
    queryFn: ({ signal }) =>
      api<ScheduleStop>("GET", `/v1/dashboard/schedules/${encodeURIComponent(id)}/stop`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isStoppedOnChain ? false : STOP_EVERY_MS),
  });
}
