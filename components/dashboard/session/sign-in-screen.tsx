"use client";

import { useRouter } from "next/navigation";
import { useSession } from "next-auth/react";
import { useEffect } from "react";
import { Wordmark } from "@/components/ui/wordmark";
import { SignInPanel } from "./sign-in-panel";

/** The dashboard to somebody who is not signed in. Afterwards the page they came for is there. */
export function SignInScreen() {
  const router = useRouter();
  const { data } = useSession();
  const address = data?.wallet?.address;
  // Also after a sign-in in another tab: one is for every tab.
  useEffect(() => {
    if (address !== undefined) router.refresh();
  }, [address, router]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-16">
      <div className="rounded-lg border border-line bg-card px-6 py-8 shadow-sm sm:px-10 sm:py-10">
        <Wordmark />
        <p className="mt-1.5 text-sm text-muted">Payment requests for stablecoins</p>
        <h1 className="mt-8 border-t border-dashed border-line pt-8 font-serif text-3xl font-semibold">
          Welcome
        </h1>
        <p className="mt-2 mb-6 leading-relaxed text-muted">
          Sign in with the wallet you are paid to. Signing in costs nothing and moves no money.
        </p>
        <SignInPanel onSignedIn={() => router.refresh()} />
      </div>
    </main>
  );
}
