"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useSession } from "next-auth/react";
import { type ReactNode, useEffect, useState } from "react";
import { Wordmark } from "@/components/ui/wordmark";
import { createQueryClient } from "../api/query-client";
import { useDashboardConfig } from "../config";
import { SignInPanel } from "./sign-in-panel";

interface SignInScreenProps {
  /** What whoever opens an invitation sees around the sign-in. */
  invited: (token: string, signIn: ReactNode) => ReactNode;
}

/** The dashboard to somebody who is not signed in. Afterwards the page they came for is there. */
export function SignInScreen({ invited }: SignInScreenProps) {
  const { isRegistrationOpen, passkeys } = useDashboardConfig();
  const router = useRouter();
  const { data } = useSession();
  const account = data?.account;
  // Also after a sign-in in another tab: one is for every tab.
  useEffect(() => {
    if (account !== undefined) router.refresh();
  }, [account, router]);
  const invitation = /^\/dashboard\/join\/([\w-]+)$/.exec(usePathname())?.[1] ?? null;
  const [queryClient] = useState(createQueryClient);
  // Where nobody may register, a wallet comes in by accepting.
  const panel =
    invitation !== null && !isRegistrationOpen ? (
      <SignInPanel
        invitation={invitation}
        isSecond={passkeys.isOffered}
        onSignedIn={() => window.location.assign("/dashboard")}
      />
    ) : (
      <SignInPanel isSecond={invitation !== null && passkeys.isOffered} onSignedIn={() => router.refresh()} />
    );
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-16">
      <div className="rounded-lg border border-line bg-card px-6 py-8 shadow-sm sm:px-10 sm:py-10">
        <Wordmark />
        <p className="mt-1.5 text-sm text-muted">Payment requests for stablecoins</p>
        <h1 className="mt-8 border-t border-dashed border-line pt-8 font-serif text-3xl font-semibold">
          {invitation === null ? "Welcome" : "You are invited"}
        </h1>
        {invitation === null ? (
          <>
            <p className="mt-2 mb-6 leading-relaxed text-muted">
              Sign in with the wallet you are paid to, or with your passkey. Signing in costs nothing and
              moves no money.
            </p>
            {panel}
          </>
        ) : (
          <div className="mt-6">
            <QueryClientProvider client={queryClient}>{invited(invitation, panel)}</QueryClientProvider>
          </div>
        )}
      </div>
    </main>
  );
}
