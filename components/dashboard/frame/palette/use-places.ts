"use client";

import { useQuery } from "@tanstack/react-query";
import type { ContentsGroup } from "@/components/docs/catalogue";
import { useSettled } from "@/components/ui/use-settled";
import type { PaymentList } from "@/server/dashboard/payments-schema";
import type { ScheduleList } from "@/server/dashboard/schedules/schema";
import { useRole } from "../../roles/role";
import { useMerchant } from "../../session/merchant";
import { docsPlaces, findPlaces, type PlaceGroup, paymentPlaces, schedulePlaces, screensOf } from "./places";

/** Shorter texts fit almost everything. */
const LEAST_LETTERS = 2;
const PER_GROUP = 6;

/** What fits the typed text: screens at once, payments and pages of the reference as they are found. */
export function usePlaces(typed: string): { groups: PlaceGroup[]; isSearching: boolean; hasFailed: boolean } {
  const { api } = useMerchant();
  const role = useRole();
  const text = typed.trim();
  const settled = useSettled(text);
  const isEnough = settled.length >= LEAST_LETTERS;
  const payments = useQuery({
    queryKey: ["palette", settled],
    enabled: isEnough,
    queryFn: async ({ signal }) => {
      const q = encodeURIComponent(settled);
      const list = (flow: string) =>
        api<PaymentList>("GET", `/v1/dashboard/payments?flow=${flow}&q=${q}&limit=${PER_GROUP}`, { signal });
      const [incoming, outgoing, schedules] = await Promise.all([
        list("incoming"),
        list("outgoing"),
        api<ScheduleList>("GET", `/v1/dashboard/schedules?q=${q}&limit=${PER_GROUP}`, { signal }),
      ]);
      return [...paymentPlaces([incoming, outgoing]), ...schedulePlaces(schedules)];
    },
    // What was found is no answer to another text.
    gcTime: 0,
  });
  const docs = useQuery({
    queryKey: ["docs-contents"],
    enabled: text.length >= LEAST_LETTERS,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch("/docs/contents", { signal });
      if (!response.ok) throw new Error(`The contents of the reference answered ${response.status}`);
      return docsPlaces((await response.json()) as ContentsGroup[]);
    },
  });
  const groups = [
    { name: "Go to", places: findPlaces(screensOf(role), text) },
    { name: "Payments", places: isEnough && settled === text ? (payments.data ?? []) : [] },
    {
      name: "API reference",
      places: text.length >= LEAST_LETTERS ? findPlaces(docs.data ?? [], text).slice(0, PER_GROUP) : [],
    },
  ];
  return {
    groups: groups.filter(({ places }) => places.length > 0),
    isSearching: text.length >= LEAST_LETTERS && (settled !== text || payments.isFetching),
    hasFailed: payments.isError || docs.isError,
  };
}
