"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/wordmark";
import { MobileNavigation } from "./mobile-navigation";
import { NavigationList } from "./navigation-list";
import { NetworkStatusLink } from "./network-status-link";

/** What is around every screen of a signed-in merchant. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-card focus:p-2"
      >
        Skip to the content
      </a>
      <nav
        aria-label="Dashboard"
        className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line bg-card px-4 py-6 lg:flex"
      >
        <HomeLink />
        <div className="mt-8 flex-1">
          <NavigationList />
        </div>
        <NetworkStatusLink />
      </nav>
      <nav
        aria-label="Menu"
        className="flex items-center justify-between gap-3 border-b border-line bg-card px-4 py-3 lg:hidden"
      >
        <HomeLink />
        <MobileNavigation />
      </nav>
      {children}
    </div>
  );
}

function HomeLink() {
  return (
    <Link
      href="/dashboard"
      prefetch={false}
      aria-label="Quittance, to Home"
      className="self-start rounded px-1"
    >
      <Wordmark />
    </Link>
  );
}
