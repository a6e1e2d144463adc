"use client";

import { Compass } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "./page-frame";

/** What stands at an address of the dashboard that has no page. */
export function MissingPage() {
  return (
    <PageFrame operation={null} title="Page not found" isStill>
      <Card>
        <EmptyState
          icon={<Compass />}
          title="There is no page at this address"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ButtonLink href="/dashboard" variant="primary">
                To Home
              </ButtonLink>
              <ButtonLink href="/dashboard/get-paid">Payment requests</ButtonLink>
              <ButtonLink href="/dashboard/pay">Payouts</ButtonLink>
            </div>
          }
        >
          Perhaps it moved, or the link is incomplete. Search finds payments by reference, ID, hash or wallet.
        </EmptyState>
      </Card>
    </PageFrame>
  );
}
