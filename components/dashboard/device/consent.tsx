"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/time";
import type { DeviceAuthorization } from "@/server/auth/device/schema";
import type { KeyScope } from "@/server/platforms/key-bounds/schema";
import { SCOPE_WORDS, scopeName } from "../keys/scope-words";
import { useAccounts } from "../members/queries";
import { Allowed } from "../roles/allowed";
import { Fact } from "../shared/fact";

const DAY_MS = 86_400_000;

interface ConsentProps {
  asked: DeviceAuthorization;
  /** Which of the two is on its way. */
  busy: "approve" | "deny" | null;
  onApprove: (scopes: KeyScope[]) => void;
  onDeny: () => void;
}

/** All that a terminal asks for and from where, and the choice. Nothing can be pressed before all of it is there. */
export function Consent({ asked, busy, onApprove, onDeny }: ConsentProps) {
  const accounts = useAccounts();
  const account = accounts.data?.find(({ isSelected }) => isSelected);
  const { scopes, grantableScopes } = asked;
  const [chosen, setChosen] = useState<readonly KeyScope[]>(grantableScopes);
  // Of the moment in which this was read, as the key ends so long after it was collected.
  const [endsAt] = useState(() => new Date(Date.now() + asked.expiresInDays * DAY_MS).toISOString());
  return (
    <Card
      title="A terminal asks for a key"
      description="Approve it only if you started this login yourself, just now."
    >
      <dl className="grid gap-5 text-sm sm:grid-cols-2">
        <Fact name="Code in the terminal">
          <span className="font-mono font-medium tracking-widest">{asked.userCode}</span>
        </Fact>
        <Fact name="Acts for the account">
          <bdi className="font-medium wrap-anywhere">{account?.name ?? "…"}</bdi>
        </Fact>
        <Fact name="Machine, as it calls itself">
          <bdi className="wrap-anywhere">{asked.machineName}</bdi>
          <span className="block text-muted">Nobody has checked that.</span>
        </Fact>
        <Fact name="Asked from the IP address">
          <span className="font-mono wrap-anywhere">{asked.ip ?? "unknown"}</span>
          <span className="block text-muted">
            {asked.isOtherAddress ? "Not that of this browser." : "That of this browser too."}
          </span>
        </Fact>
        <Fact name="Asked">
          <Time value={asked.createdAt} />
        </Fact>
        <Fact name="Name of the key">
          <bdi className="wrap-anywhere">{asked.label}</bdi>
        </Fact>
        <Fact name="Works until">
          <Time value={endsAt} form="date" />
          <span className="block text-muted">Or until your membership ends.</span>
        </Fact>
        <Fact name="Works from">Any IP address</Fact>
      </dl>
      {asked.isOtherAddress && (
        <Alert tone="warning" className="mt-5" title="The terminal is somewhere else than this browser">
          That is right where you log in on a server or through another network. If the terminal is on this
          machine, somebody else is asking: deny it.
        </Alert>
      )}
      <fieldset className="mt-6">
        <legend className="mb-3 text-sm font-medium">
          It can do this until then, or until you delete the key
        </legend>
        <ul className="grid gap-3 rounded-md border border-line p-3">
          {scopes.map((scope) => (
            <li key={scope}>
              <Checkbox
                label={scopeName("account", scope)}
                hint={
                  grantableScopes.includes(scope)
                    ? SCOPE_WORDS.account[scope]?.can
                    : "Your role in this account cannot give this."
                }
                disabled={!grantableScopes.includes(scope)}
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  setChosen(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-3">
        <Allowed to="approveDeviceAuthorization">
          <Button
            isPending={busy === "approve"}
            disabled={!account || chosen.length === 0 || busy === "deny"}
            onClick={() => onApprove([...chosen])}
          >
            Approve
          </Button>
        </Allowed>
        <Allowed to="denyDeviceAuthorization">
          <Button isPending={busy === "deny"} disabled={busy === "approve"} onClick={onDeny}>
            Deny
          </Button>
        </Allowed>
      </div>
    </Card>
  );
}
