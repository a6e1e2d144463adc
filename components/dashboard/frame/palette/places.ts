import type { ContentsGroup } from "@/components/docs/catalogue";
import type { PaymentList } from "@/server/dashboard/payments-schema";
import type { ScheduleList } from "@/server/dashboard/schedules/schema";

/** Somewhere that the search leads to. */
export interface Place {
  href: string;
  name: string;
  /** A second line: amount and status, or a method and its path. */
  note?: string;
  /** What is searched besides the name. */
  words?: string;
}

export interface PlaceGroup {
  name: string;
  places: Place[];
}

/** Screens and the actions and settings on them. */
export const SCREENS: readonly Place[] = [
  { href: "/dashboard", name: "Home", words: "overview received" },
  { href: "/dashboard/get-paid", name: "Get paid", words: "payment requests incoming invoices" },
  { href: "/dashboard/get-paid/new", name: "New request", words: "create payment link ask invoice" },
  { href: "/dashboard/pay", name: "Pay", words: "payouts outgoing import csv" },
  { href: "/dashboard/recurring", name: "Recurring", words: "schedules instalments subscriptions" },
  { href: "/dashboard/recurring/new", name: "New schedule", words: "create recurring payout" },
  { href: "/dashboard/partners", name: "Partners", words: "orchestrators platforms fees" },
  { href: "/dashboard/webhooks", name: "Webhooks", words: "endpoints deliveries events secret replay test" },
  { href: "/dashboard/developers", name: "Developers", words: "request log samples code" },
  { href: "/dashboard/audit-log", name: "Audit log", words: "changes history who" },
  { href: "/dashboard/network-status", name: "Network status", words: "chains lag confirmations" },
  { href: "/dashboard/manage-destination", name: "Settings", words: "account" },
  {
    href: "/dashboard/manage-destination#route",
    name: "Settings: destination",
    words: "route wallet chain token",
  },
  {
    href: "/dashboard/manage-destination#screening",
    name: "Settings: screening",
    words: "kyt compliance policy",
  },
  {
    href: "/dashboard/manage-destination#client-ids",
    name: "Settings: client IDs",
    words: "domains origin browser",
  },
  { href: "/dashboard/manage-destination#api-keys", name: "Settings: API keys", words: "secret server" },
  {
    href: "/dashboard/manage-destination#branding",
    name: "Settings: branding",
    words: "logo colours name look",
  },
  { href: "/dashboard/manage-destination#team", name: "Settings: team", words: "members owner" },
];

/** Places in whose name or words every typed word begins a word or stands within. */
export function findPlaces(places: readonly Place[], wanted: string): Place[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ name, note = "", words: more = "" }) => {
    const text = `${name} ${note} ${more}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Pages of the reference. */
export function docsPlaces(groups: readonly ContentsGroup[]): Place[] {
  return groups.flatMap(({ name, entries }) =>
    entries.map(({ href, method, title, text }) => ({
      href,
      name: title,
      note:
        method === "event" ? "Webhook event" : `${method.toUpperCase()} ${text.slice(text.indexOf(" ") + 1)}`,
      words: `${name} ${text}`,
    })),
  );
}

/** Payments of both directions. */
export function paymentPlaces(lists: readonly PaymentList[]): Place[] {
  return lists.flatMap(({ payments }) =>
    payments.map(({ requestId, flow, reference, amount, currency, status }) => ({
      href: `/dashboard/${flow === "incoming" ? "get-paid" : "pay"}/${encodeURIComponent(requestId)}`,
      name: reference ?? requestId,
      note: `${flow === "incoming" ? "Request" : "Payout"} · ${amount} ${currency} · ${status.replaceAll("_", " ")}`,
    })),
  );
}

export function schedulePlaces({ schedules }: ScheduleList): Place[] {
  return schedules.map(({ id, reference, amount, currency, health }) => ({
    href: `/dashboard/recurring/${encodeURIComponent(id)}`,
    name: reference ?? id,
    note: `Schedule · ${amount} ${currency} · ${health}`,
  }));
}
