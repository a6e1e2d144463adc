import {
  ArrowDownLeft,
  ArrowUpRight,
  Code,
  Handshake,
  History,
  House,
  Landmark,
  type LucideIcon,
  Repeat,
  Route,
  Webhook,
} from "lucide-react";

export interface NavigationItem {
  href: string;
  name: string;
  Icon: LucideIcon;
  /** Of no use before it is known where the merchant is paid (DB-10). */
  needsDestination?: boolean;
  /** For accounts that have payers, or that the operator lets pay to bank accounts. */
  needsPayers?: boolean;
}

export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { href: "/dashboard", name: "Home", Icon: House },
  { href: "/dashboard/get-paid", name: "Get paid", Icon: ArrowDownLeft, needsDestination: true },
  { href: "/dashboard/pay", name: "Pay", Icon: ArrowUpRight, needsDestination: true },
  { href: "/dashboard/recurring", name: "Recurring", Icon: Repeat },
  { href: "/dashboard/payers", name: "Payers", Icon: Landmark, needsPayers: true },
  { href: "/dashboard/manage-destination", name: "Settings", Icon: Route },
  { href: "/dashboard/partners", name: "Partners", Icon: Handshake },
  { href: "/dashboard/webhooks", name: "Webhooks", Icon: Webhook },
  { href: "/dashboard/developers", name: "Developers", Icon: Code },
  { href: "/dashboard/audit-log", name: "Audit log", Icon: History },
];

/** Whether a page belongs to a item. Home is only itself. */
export function isWithin(pathname: string, href: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
