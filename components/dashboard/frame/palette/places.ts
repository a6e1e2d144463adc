import type { ContentsGroup } from "@/components/docs/catalogue";
import { formatMoney } from "@/components/i18n/format-amount";
import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import type { Role } from "@/db/roles";
import type { OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";
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

/** A page, or a part of one. */
interface Screen extends Place {
  /** What is read or done there first of all. Roles without it do not find the place. */
  operation: OperationId;
}

export interface PlaceGroup {
  name: string;
  places: Place[];
}

/** Screens and the actions and settings on them. */
export const SCREENS: readonly Screen[] = [
  { href: "/dashboard", operation: "getDashboardOverview", name: "Home", words: "overview received" },
  {
    href: "/dashboard/get-paid",
    operation: "listDashboardPayments",
    name: "Get paid",
    words: "payment requests incoming invoices",
  },
  {
    href: "/dashboard/get-paid/new",
    operation: "createSecurePayment",
    name: "New request",
    words: "create payment link ask invoice",
  },
  {
    href: "/dashboard/deposits",
    operation: "listDepositsToCollect",
    name: "Deposits to collect",
    words: "exchange plain transfer collect",
  },
  {
    href: "/dashboard/pay",
    operation: "listDashboardPayments",
    name: "Pay",
    words: "payouts outgoing import csv",
  },
  {
    href: "/dashboard/recurring",
    operation: "listDashboardSchedules",
    name: "Recurring",
    words: "schedules instalments subscriptions",
  },
  {
    href: "/dashboard/recurring/new",
    operation: "createDashboardSchedule",
    name: "New schedule",
    words: "create recurring payout",
  },
  {
    href: "/dashboard/invoices",
    operation: "listInvoices",
    name: "Invoices",
    words: "bill credit note issue number tax customer pdf",
  },
  {
    href: "/dashboard/books",
    operation: "listPeriods",
    name: "Books",
    words: "accounting close month statement journal export xero quickbooks",
  },
  {
    href: "/dashboard/books/close",
    operation: "listPeriods",
    name: "Books: close a month",
    words: "accounting end period compare explain differences sign statement",
  },
  {
    href: "/dashboard/books/balances",
    operation: "listMonthlyBalances",
    name: "Books: balances",
    words: "accounting wallet token opening closing month",
  },
  {
    href: "/dashboard/books/received",
    operation: "listReceivedByDay",
    name: "Books: received",
    words: "accounting chart income revenue day token network worth",
  },
  {
    href: "/dashboard/books/exports",
    operation: "listExports",
    name: "Books: exports",
    words: "accounting file download history datev quickbooks xero journal csv",
  },
  {
    href: "/dashboard/books/accounts",
    operation: "getAccountMapping",
    name: "Books: accounts",
    words: "accounting mapping datev skr03 skr04 quickbooks numbers names",
  },
  {
    href: "/dashboard/account",
    operation: "getAccount",
    name: "Account",
    words: "settings wallet owner rights limits payouts",
  },
  {
    href: "/dashboard/account#sessions",
    operation: "listSessions",
    name: "Account: sessions",
    words: "settings sign out everywhere devices",
  },
  {
    href: "/dashboard/notifications",
    operation: "listNotificationChannels",
    name: "Notifications",
    words: "settings e-mail slack telegram told alerts digest channel",
  },
  {
    href: "/dashboard/members",
    operation: "listMembers",
    name: "Members",
    words: "settings team roles invite invitation people accounts",
  },
  {
    href: "/dashboard/manage-destination",
    operation: "getMyPayeeDestination",
    name: "Manage destination",
    words: "settings",
  },
  {
    href: "/dashboard/manage-destination#route",
    operation: "getMyPayeeDestination",
    name: "Settings: route",
    words: "destination wallet chain token where paid",
  },
  {
    href: "/dashboard/manage-destination#screening",
    operation: "getMyPayeeDestination",
    name: "Settings: screening",
    words: "kyt compliance policy",
  },
  {
    href: "/dashboard/manage-destination#client-ids",
    operation: "listClientIdsSession",
    name: "Settings: client IDs",
    words: "domains origin browser",
  },
  {
    href: "/dashboard/manage-destination#webhooks",
    operation: "listWebhooks",
    name: "Settings: webhooks",
    words: "endpoints events secret rotate test",
  },
  {
    href: "/dashboard/branding",
    operation: "getOwnBranding",
    name: "Branding",
    words: "settings logo colours name look payer page",
  },
  {
    href: "/dashboard/partners",
    operation: "listClientIdLinks",
    name: "Partners",
    words: "settings orchestrators platforms fees",
  },
  {
    href: "/dashboard/audit-log",
    operation: "listAuditLog",
    name: "Audit log",
    words: "settings changes history who",
  },
  {
    href: "/dashboard/api-keys",
    operation: "listApiKeys",
    name: "API keys",
    words: "settings secret server integration",
  },
  {
    href: "/dashboard/webhooks",
    operation: "listAllWebhookDeliveries",
    name: "Webhook log",
    words: "deliveries replay failed signature verify",
  },
  {
    href: "/dashboard/developers",
    operation: "listRequestLog",
    name: "Developers",
    words: "request log samples code integration",
  },
  {
    href: "/dashboard/network-status",
    operation: "getDashboardOverview",
    name: "Network status",
    words: "chains lag confirmations",
  },
];

/** Screens that a role has. */
export function screensOf(role: Role): Place[] {
  return SCREENS.filter(({ operation }) => roleHas(role, operation));
}

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
