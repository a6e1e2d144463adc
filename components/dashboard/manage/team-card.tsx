"use client";

import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Grouped } from "@/components/ui/grouped";
import { useMerchant } from "../session/merchant";

/** Who belongs to the account: the wallet that owns it, for now. */
export function TeamCard() {
  const { address } = useMerchant();
  return (
    <Card title="Team" description="Accounts have one member so far: the wallet that signs in.">
      <ul>
        <li className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <span className="min-w-0 font-mono text-xs wrap-anywhere">
            <Grouped value={address} />
          </span>
          <Badge tone="accent">Owner, you</Badge>
        </li>
      </ul>
    </Card>
  );
}
