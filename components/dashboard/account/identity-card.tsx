"use client";

import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Grouped } from "@/components/ui/grouped";
import { Time } from "@/components/ui/time";
import type { Account } from "@/server/dashboard/account/account-schema";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { Fact } from "../shared/fact";

/** The wallet that owns the account, and what payers read instead of it. */
export function IdentityCard({ account }: { account: Account }) {
  const { address, family } = useMerchant();
  return (
    <Card title="Identity" description="The wallet that opened the account, and that is paid.">
      <dl className="grid gap-5 text-sm">
        <Fact name="Payers read">
          <span className="flex flex-wrap items-center justify-between gap-3">
            {account.name === null ? (
              <span>No name: the links of this account show its wallet only.</span>
            ) : (
              <bdi className="font-medium wrap-anywhere">{account.name}</bdi>
            )}
            <Allowed to="putBranding">
              <ButtonLink href="/dashboard/branding" size="sm">
                {account.name === null ? "Choose a name" : "Change in Branding"}
              </ButtonLink>
            </Allowed>
          </span>
        </Fact>
        <Fact name="Wallet">
          <span className="mb-2 block font-mono text-xs leading-5 wrap-anywhere">
            <Grouped value={address} />
          </span>
          <CopyButton text={address} what="wallet address" />
        </Fact>
        <Fact name="Kind of wallet">{family === "tron" ? "Tron" : "EVM: Ethereum and networks like it"}</Fact>
        <Fact name="Account since">
          <Time value={account.createdAt} form="date" />
        </Fact>
      </dl>
    </Card>
  );
}
