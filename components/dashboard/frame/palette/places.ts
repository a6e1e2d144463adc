import type { ContentsGroup } from "@/components/docs/catalogue";
import { formatMoney } from "@/components/i18n/format-amount";
import { DEFAULT_LOCALE } from "@/components/i18n/locales";
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
  { href: "/dashboard/deposits", name: "Deposits to collect", words: "exchange plain transfer collect" },
  { href: "/dashboard/pay", name: "Pay", words: "payouts outgoing import csv" },
  { href: "/dashboard/recurring", name: "Recurring", words: "schedules instalments subscriptions" },
  { href: "/dashboard/recurring/new", name: "New schedule", words: "create recurring payout" },
  { href: "/dashboard/account", name: "Account", words: "settings wallet owner rights limits payouts" },
  {
    href: "/dashboard/account#sessions",
    name: "Account: sessions",
    words: "settings sign out everywhere devices",
  },
  {
    href: "/dashboard/members",
    name: "Members",
    words: "settings team roles invite invitation people accounts",
  },
  { href: "/dashboard/manage-destination", name: "Manage destination", words: "settings" },
  {
    href: "/dashboard/manage-destination#route",
    name: "Settings: route",
    words: "destination wallet chain token where paid",
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
  {
    href: "/dashboard/manage-destination#webhooks",
    name: "Settings: webhooks",
    words: "endpoints events secret rotate test",
  },
  { href: "/dashboard/branding", name: "Branding", words: "settings logo colours name look payer page" },
  { href: "/dashboard/partners", name: "Partners", words: "settings orchestrators platforms fees" },
  { href: "/dashboard/audit-log", name: "Audit log", words: "settings changes history who" },
  { href: "/dashboard/api-keys", name: "API keys", words: "settings secret server integration" },
  { href: "/dashboard/webhooks", name: "Webhook log", words: "deliveries replay failed signature verify" },
  { href: "/dashboard/developers", name: "Developers", words: "request log samples code integration" },
  { href: "/dashboard/network-status", name: "Network status", words: "chains lag confirmations" },
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
      note: noteOf(method, text),
      words: `${name} ${text}`,
    })),
  );
}

function noteOf(method: string, text: string): string {
  if (method === "guide") return "Guide";
  if (method === "event") return "Webhook event";
  return `${method.toUpperCase()} ${text.slice(text.indexOf(" ") + 1)}`;
}

/** Payments of both directions. */
export function paymentPlaces(lists: readonly PaymentList[]): Place[] {
  return lists.flatMap(({ payments }) =>
    payments.map(({ requestId, flow, reference, amount, currency, status }) => ({
      href: `/dashboard/${flow === "incoming" ? "get-paid" : "pay"}/${encodeURIComponent(requestId)}`,
      name: reference ?? requestId,
      note: `${flow === "incoming" ? "Request" : "Payout"} · ${formatMoney(amount, currency, DEFAULT_LOCALE)} · ${status.replaceAll("_", " ")}`,
    })),
  );
}

export function schedulePlaces({ schedules }: ScheduleList): Place[] {
  return schedules.map(({ id, reference, amount, currency, health }) => ({
    href: `/dashboard/recurring/${encodeURIComponent(id)}`,
    name: reference ?? id,
    note: `Schedule · ${formatMoney(amount, currency, DEFAULT_LOCALE)} · ${health}`,
  }));
}
