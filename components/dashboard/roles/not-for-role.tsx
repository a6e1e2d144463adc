"use client";

import { Lock } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useRole } from "./role";
import { ROLE_WORDS } from "./role-words";

/** Stands in place of a page that the role does not have, for whoever opens its address. */
export function NotForRole() {
  const { name } = ROLE_WORDS[useRole()];
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title={`Your role, ${name}, cannot see this page`}
        action={
          <ButtonLink href="/dashboard" variant="primary">
            To Home
          </ButtonLink>
        }
      >
        An owner or admin of the account can change your role.
      </EmptyState>
    </Card>
  );
}
