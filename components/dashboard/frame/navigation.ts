import {
  ArrowDownLeft,
  ArrowUpRight,
  Code,
  Coins,
  Handshake,
  History,
  House,
  type Icon,
  KeyRound,
  Landmark,
  Palette,
  Repeat,
  Route,
  UserRound,
  Users,
  Webhook,
} from "@/components/icons/icons";

export interface NavigationItem {
  href: string;
  name: string;
  Icon: Icon;
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

/** Each setting has one page, and each page one item (docs/decisions/settings.md). */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    name: null,
    items: [
      { href: "/dashboard", name: "Home", Icon: House },
      { href: "/dashboard/get-paid", name: "Get paid", Icon: ArrowDownLeft, needsDestination: true },
      { href: "/dashboard/deposits", name: "Deposits", Icon: Coins, needsDestination: true },
      { href: "/dashboard/pay", name: "Pay", Icon: ArrowUpRight, needsDestination: true },
      { href: "/dashboard/recurring", name: "Recurring", Icon: Repeat },
      { href: "/dashboard/payers", name: "Payers", Icon: Landmark, needsPayers: true },
    ],
  },
  {
    name: "Settings",
    items: [
      { href: "/dashboard/account", name: "Account", Icon: UserRound },
      { href: "/dashboard/members", name: "Members", Icon: Users },
      { href: "/dashboard/manage-destination", name: "Route and webhooks", Icon: Route },
      { href: "/dashboard/branding", name: "Branding", Icon: Palette },
      { href: "/dashboard/partners", name: "Partners", Icon: Handshake },
      { href: "/dashboard/audit-log", name: "Audit log", Icon: History },
    ],
  },
  {
    name: "Integration",
    items: [
      { href: "/dashboard/api-keys", name: "API keys", Icon: KeyRound },
      { href: "/dashboard/webhooks", name: "Webhook log", Icon: Webhook },
      { href: "/dashboard/developers", name: "Developers", Icon: Code },
    ],
  },
];

/** Whether a page belongs to an item. Home is only itself. */
export function isWithin(pathname: string, href: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
