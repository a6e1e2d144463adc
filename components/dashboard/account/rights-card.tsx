"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { Account } from "@/server/dashboard/account/account-schema";
import { Allowed } from "../roles/allowed";

const CREDENTIALS = { apiKey: "API key", clientId: "Client ID" } as const;
const BANKS = { sandbox: "made-up banks", production: "real banks" } as const;

/** What the account may do, and who decides about it. */
export function RightsCard({ account }: { account: Account }) {
  const { canCreatePayouts, bankGrants, hasSecondScreeningProvider, creationsPerDay, partners } = account;
  return (
    <Card
      title="What this account may do"
      description="The operator of this service decides, unless it says otherwise."
    >
      <ul className="-my-3 divide-y divide-dashed divide-line text-sm">
        <Right name="Request payments" isAllowed />
        <Right name="Create payouts" isAllowed={canCreatePayouts} />
        <Right name="Pay to bank accounts" isAllowed={bankGrants.length > 0}>
          {bankGrants.length === 0
            ? "Granted to one API key or client ID at a time."
            : bankGrants.map(({ credential, label, access }) => (
                <span key={`${credential} ${label}`} className="block">
                  {CREDENTIALS[credential]} <bdi className="wrap-anywhere">{label}</bdi>: {BANKS[access]}
                </span>
              ))}
        </Right>
        <Right name="Screen with the second provider" isAllowed={hasSecondScreeningProvider} />
        <Right name="Create in a day" word={creationsPerDay === null ? "No limit" : String(creationsPerDay)}>
          {creationsPerDay !== null && "Requests, payouts and links together, counted in UTC."}
        </Right>
        <Right name="Partners who create links for it" word={partners === 0 ? "None" : String(partners)}>
          <Allowed to="leaveOrchestrator" otherwise="Owners and admins decide:">
            You decide:
          </Allowed>{" "}
          <Link
            href="/dashboard/partners"
            prefetch={false}
            className="text-accent underline underline-offset-4"
          >
            Partners
          </Link>
        </Right>
      </ul>
    </Card>
  );
}

interface RightProps {
  name: string;
  isAllowed?: boolean;
  /** In place of whether it is allowed. */
  word?: string;
  children?: ReactNode;
}

function Right({ name, isAllowed = false, word, children }: RightProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className="min-w-0">
        {name}
        {children && <span className="mt-0.5 block text-xs text-muted">{children}</span>}
      </span>
      {word === undefined ? (
        <Badge tone={isAllowed ? "positive" : "neutral"}>{isAllowed ? "Allowed" : "Not allowed"}</Badge>
      ) : (
        <span className="shrink-0 font-medium">{word}</span>
      )}
    </li>
  );
}
