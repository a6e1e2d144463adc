import {
  ArrowDownLeft,
  ArrowUpRight,
  BellRing,
  BookCheck,
  CircleCheck,
  Code,
  Coins,
  Handshake,
  History,
  House,
  type Icon,
  KeyRound,
  Landmark,
  Palette,
  Receipt,
  Repeat,
  Route,
  Send,
  UserRound,
  Users,
  Webhook,
} from "@/components/icons/icons";
import type { Role } from "@/db/roles";
import type { OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";

export interface NavigationItem {
  href: string;
  name: string;
  Icon: Icon;
  /** What the page reads first of all. Roles without it do not see the item. */
  operation: OperationId;
  /** Its name for roles without one of the things that the other name speaks of. */
  without?: { operation: OperationId; name: string };
  /** Of no use before it is known where the merchant is paid (DB-10). */
  needsDestination?: boolean;
  /** For accounts that have payers, or that the operator lets pay to bank accounts. */
  needsPayers?: boolean;
}

export interface NavigationGroup {
  /** Null for what a merchant opens every day. */
  name: string | null;
  items: readonly NavigationItem[];
}

/** Items that a role has, in groups that hold one at least. */
export function navigationOf(role: Role): NavigationGroup[] {
  return NAVIGATION.map(({ name, items }) => ({
    name,
    items: items
      .filter(({ operation }) => roleHas(role, operation))
      .map((item) =>
        item.without && !roleHas(role, item.without.operation) ? { ...item, name: item.without.name } : item,
      ),
  })).filter(({ items }) => items.length > 0);
}

/** Each setting has one page, and each page one item (docs/decisions/settings.md). */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    name: null,
    items: [
      { href: "/dashboard", name: "Home", Icon: House, operation: "getDashboardOverview" },
      {
        href: "/dashboard/get-paid",
        name: "Get paid",
        Icon: ArrowDownLeft,
        operation: "listDashboardPayments",
        needsDestination: true,
      },
      {
        href: "/dashboard/deposits",
        name: "Deposits",
        Icon: Coins,
        operation: "listDepositsToCollect",
        needsDestination: true,
      },
      {
        href: "/dashboard/pay",
        name: "Pay",
        Icon: ArrowUpRight,
        operation: "listDashboardPayments",
        needsDestination: true,
      },
      { href: "/dashboard/approvals", name: "Approvals", Icon: CircleCheck, operation: "listApprovals" },
      { href: "/dashboard/recurring", name: "Recurring", Icon: Repeat, operation: "listDashboardSchedules" },
      { href: "/dashboard/invoices", name: "Invoices", Icon: Receipt, operation: "listInvoices" },
      { href: "/dashboard/books", name: "Books", Icon: BookCheck, operation: "listPeriods" },
      {
        href: "/dashboard/payers",
        name: "Payers",
        Icon: Landmark,
        operation: "listDashboardPayers",
        needsPayers: true,
      },
    ],
  },
  {
    name: "Settings",
    items: [
      { href: "/dashboard/account", name: "Account", Icon: UserRound, operation: "getAccount" },
      {
        href: "/dashboard/notifications",
        name: "Notifications",
        Icon: Send,
        operation: "listNotificationChannels",
      },
      { href: "/dashboard/members", name: "Members", Icon: Users, operation: "listMembers" },
      {
        href: "/dashboard/manage-destination",
        name: "Route and webhooks",
        Icon: Route,
        operation: "getMyPayeeDestination",
        without: { operation: "listWebhooks", name: "Route" },
      },
      { href: "/dashboard/branding", name: "Branding", Icon: Palette, operation: "getOwnBranding" },
      { href: "/dashboard/partners", name: "Partners", Icon: Handshake, operation: "listClientIdLinks" },
      { href: "/dashboard/alarms", name: "Alarms", Icon: BellRing, operation: "listAlarms" },
      { href: "/dashboard/audit-log", name: "Audit log", Icon: History, operation: "listAuditLog" },
    ],
  },
  {
    name: "Integration",
    items: [
      { href: "/dashboard/api-keys", name: "API keys", Icon: KeyRound, operation: "listApiKeys" },
      {
        href: "/dashboard/webhooks",
        name: "Webhook log",
        Icon: Webhook,
        operation: "listAllWebhookDeliveries",
      },
      { href: "/dashboard/developers", name: "Developers", Icon: Code, operation: "listRequestLog" },
    ],
  },
];

/** Whether a page belongs to an item. Home is only itself. */
export function isWithin(pathname: string, href: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
