import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Dashboard } from "@/components/dashboard/dashboard";
import { IDLE_MS } from "@/server/auth/sessions";
import { app } from "@/server/boot";
import { pageSession } from "@/server/http/pages/page-session";
import { getOwnDestination } from "@/server/payee-destinations/own";
import { dashboardConfig } from "./dashboard-config";

export const metadata: Metadata = {
  title: { default: "Dashboard", template: "%s · Quittance" },
  robots: { index: false },
};

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Dashboard config={dashboardConfig(app().config)} signedIn={await whoIsSignedIn()}>
      {children}
    </Dashboard>
  );
}

/** Read here, so that the first view is the right one: nobody, or a merchant with or without a destination. */
async function whoIsSignedIn() {
  const caller = await pageSession(app(), await headers());
  // The dashboard is about a wallet; a session by email has none (AU-25).
  if (!caller?.wallet) return null;
  const { address, family } = caller.wallet;
  const latestEnd = new Date(app().now().getTime() + IDLE_MS.wallet).toISOString();
  const { platformId: account, personId: person } = caller;
  const session = {
    kind: "wallet" as const,
    wallet: { address, family },
    account,
    person,
    expires: latestEnd,
  };
  const destination = await getOwnDestination(app().context(caller));
  // Whoever has no role is not held to any.
  return { session, address, family, destination, role: caller.role ?? "owner" };
}
