"use client";

import { PageFrame } from "../frame/page-frame";
import { AccountsCard } from "./accounts-card";
import { InvitationsCard } from "./invitations-card";
import { MembersCard } from "./members-card";
import { useAccounts } from "./queries";

/** Who belongs to the account, who is invited, and the accounts of whoever looks. */
export function MembersPage() {
  const { data: accounts } = useAccounts();
  const role = accounts?.find(({ isSelected }) => isSelected)?.role;
  const canManage = role === "owner" || role === "admin";
  return (
    <PageFrame title="Members">
      <div className="grid grid-cols-1 gap-6">
        <MembersCard canManage={canManage} />
        {canManage && <InvitationsCard />}
        <AccountsCard />
      </div>
    </PageFrame>
  );
}
