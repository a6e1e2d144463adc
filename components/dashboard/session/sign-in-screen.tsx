"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Wordmark } from "@/components/ui/wordmark";
import { onTabMessage, postToTabs } from "./channel";
import { SignInPanel } from "./sign-in-panel";

/** The dashboard to somebody who is not signed in. Afterwards the page they came for is there. */
export function SignInScreen() {
  const router = useRouter();
  // One sign-in is for every tab.
  useEffect(() => onTabMessage((news) => news.kind === "signed_in" && router.refresh()), [router]);
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
        <SignInPanel
          onSignedIn={(address) => {
            postToTabs({ kind: "signed_in", address });
            router.refresh();
          }}
        />
      </div>
    </main>
  );
}
