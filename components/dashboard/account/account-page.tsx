"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ConfirmationsCard } from "../confirmations/confirmations-card";
import { PageFrame } from "../frame/page-frame";
import { ReadFailed } from "../shared/read-failed";
import { UnderpaymentCard } from "../underpayment/underpayment-card";
import { IdentityCard } from "./identity-card";
import { useAccount } from "./queries";
import { RightsCard } from "./rights-card";
import { SessionsCard } from "./sessions-card";
import { StepUpCard } from "./step-up-card";
import { WaysInCard } from "./ways-in-card";

/** Whose account this is, what it may do, and where it is signed in. */
export function AccountPage() {
  const { data, error, refetch } = useAccount();
  return (
    <PageFrame operation="getAccount" title="Account">
      <div className="grid grid-cols-1 gap-6">
        {error && !data && <ReadFailed error={error} onRetry={refetch} />}
        {!data && !error && (
          <Card>
            <div aria-busy="true" className="space-y-4">
              <span className="sr-only">Loading the account</span>
              <Skeleton className="w-1/3" />
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/2" />
            </div>
          </Card>
        )}
        {data && (
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
            <IdentityCard account={data} />
            <RightsCard account={data} />
          </div>
        )}
        <WaysInCard />
        <StepUpCard />
        <UnderpaymentCard />
        <ConfirmationsCard />
        <div id="sessions">
          <SessionsCard />
        </div>
      </div>
    </PageFrame>
  );
}
