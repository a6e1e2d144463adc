"use client";

import { PageFrame } from "../frame/page-frame";
import { Allowed } from "../roles/allowed";
import { AccountsCard } from "./accounts-card";
import { InvitationsCard } from "./invitations-card";
import { MembersCard } from "./members-card";

/** Who belongs to the account, who is invited, and the accounts of whoever looks. */
export function MembersPage() {
  return (
    <PageFrame operation="listMembers" title="Members">
      <div className="grid grid-cols-1 gap-6">
        <MembersCard />
        <Allowed to="listInvitations">
          <InvitationsCard />
        </Allowed>
        <AccountsCard />
      </div>
    </PageFrame>
  );
}
