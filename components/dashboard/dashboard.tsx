"use client";

import type { Session } from "next-auth";
import { SessionProvider } from "next-auth/react";
import type { ReactNode } from "react";
import { OnceAlive } from "@/components/ui/once-alive";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/db/roles";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { type DashboardConfig, DashboardConfigProvider } from "./config";
import { Shell } from "./frame/shell";
import { GuestInvitation } from "./members/guest-invitation";
import { RoleNews } from "./roles/role-news";
import { LiveSession } from "./session/live-session";
import { SignInScreen } from "./session/sign-in-screen";

interface DashboardProps {
  config: DashboardConfig;
  /** Who the server says is signed in, with what the first view needs; null for nobody. */
  signedIn: {
    session: Session;
    address: string;
    family: "evm" | "tron";
    destination: DestinationRecord | null;
    role: Role;
  } | null;
  children: ReactNode;
}

/** The whole dashboard: the sign-in, or the frame with a screen in it. */
export function Dashboard({ config, signedIn, children }: DashboardProps) {
  return (
    <DashboardConfigProvider value={config}>
      <OnceAlive>
        {/* Another merchant starts afresh, without a trace of the one before. */}
        <SessionProvider
          key={signedIn ? `${signedIn.session.account} ${signedIn.session.person}` : "nobody"}
          session={signedIn?.session ?? null}
          refetchOnWindowFocus={false}
        >
          {signedIn ? (
            <LiveSession
              owner={signedIn.session}
              address={signedIn.address}
              family={signedIn.family}
              destination={signedIn.destination}
              memberRole={signedIn.role}
            >
              <ToastProvider>
                <RoleNews />
                <Shell>{children}</Shell>
              </ToastProvider>
            </LiveSession>
          ) : (
            <SignInScreen
              invited={(token, signIn) => <GuestInvitation token={token}>{signIn}</GuestInvitation>}
            />
          )}
        </SessionProvider>
      </OnceAlive>
    </DashboardConfigProvider>
  );
}
