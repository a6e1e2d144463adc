"use client";

import type { ReactNode } from "react";
import { ArrowLeft } from "@/components/icons/icons";
import { InPlaceLink } from "@/components/ui/in-place";
import type { OperationId } from "@/server/auth/operations/operations";
import { AlarmBell } from "../notices/alarm-bell";
import { RecoveryNotice } from "../notices/recovery-notice";
import { NotForRole } from "../roles/not-for-role";
import { useMay } from "../roles/role";
import { AccountMenu } from "./account-menu";
import { LiveUpdates } from "./live-updates";
import { Palette } from "./palette/palette";

interface PageFrameProps {
  /** What the page reads first of all. Roles without it are told so in its place. Null where everybody may look. */
  operation: OperationId | null;
  title: string;
  /** The page's primary button. */
  action?: ReactNode;
  /** Leads one step up. */
  back?: { href: string; name: string };
  /** Nothing on it changes by itself. */
  isStill?: boolean;
  children: ReactNode;
}

/** A screen: its header with title, primary button and account, then its content. */
export function PageFrame({ operation, title, action, back, isStill = false, children }: PageFrameProps) {
  const may = useMay();
  const isShown = operation === null || may(operation);
  return (
    <div className="min-w-0">
      <header className="flex max-w-6xl flex-wrap items-center gap-x-3 gap-y-3 px-4 pt-6 sm:gap-x-4 sm:px-8 lg:pt-7">
        {/* Beside it on a phone where it is short, above the buttons where it is long. */}
        <div className="min-w-0 flex-auto sm:flex-1">
          {back && (
            <InPlaceLink
              href={back.href}
              className="mb-1 inline-flex items-center gap-1.5 text-sm text-muted hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              {back.name}
            </InPlaceLink>
          )}
          <h1
            tabIndex={-1}
            className="outline-none font-serif text-2xl font-semibold text-balance wrap-anywhere"
          >
            <bdi>{title}</bdi>
          </h1>
        </div>
        <div className="order-last flex w-full flex-wrap gap-3 empty:hidden sm:order-none sm:w-auto">
          {isShown && action}
        </div>
        <div className="flex gap-3 sm:gap-4">
          <AlarmBell />
          <Palette />
          <AccountMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="max-w-6xl px-4 py-6 outline-none sm:px-8">
        {!isStill && <LiveUpdates />}
        <RecoveryNotice />
        {isShown ? children : <NotForRole />}
      </main>
    </div>
  );
}
