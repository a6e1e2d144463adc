import { Time } from "@/components/ui/time";
import type { InvitationRead } from "@/server/auth/members/schema";
import { ROLE_WORDS } from "../roles/role-words";
import { Fact } from "../shared/fact";

/** What an invitation is for, before it is accepted. */
export function InvitationFacts({ invitation }: { invitation: InvitationRead }) {
  const { account, inviter, role, expiresAt } = invitation;
  return (
    <dl className="grid gap-5 text-sm">
      <Fact name="Account">
        <bdi className="font-medium wrap-anywhere">{account.name}</bdi>
      </Fact>
      <Fact name="Invited by">
        <bdi className="wrap-anywhere">{inviter}</bdi>
      </Fact>
      <Fact name="You become">
        {ROLE_WORDS[role].name}. {ROLE_WORDS[role].can}
      </Fact>
      <Fact name="Ends">
        <Time value={expiresAt} form="relative" />
      </Fact>
    </dl>
  );
}
