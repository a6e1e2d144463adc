"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import { WalletDialog } from "@/components/wallet/wallet-dialog";
import type { Approval, ApprovalRead } from "@/server/auth/approvals/schema";
import type { Proof } from "@/server/auth/proofs/schema";
import { useWallet } from "@/wallet/use-wallet";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { signApproval, signApprovalByPasskey } from "./sign-approval";

/** What whoever looks can do about an approval that waits. */
export function DecideCard({ approval }: { approval: ApprovalRead }) {
  if (approval.state !== "waiting") return null;
  if (approval.isYours) return <Withdraw approval={approval} />;
  if (approval.canDecide) return <Decide approval={approval} />;
  return (
    <Alert tone="info">
      Somebody who could do this themself decides about it. Your role cannot, so you only see it.
    </Alert>
  );
}

function Decide({ approval }: { approval: ApprovalRead }) {
  const { wallets: settings } = useDashboardConfig();
  const { api } = useMerchant();
  const toast = useToast();
  const queries = useQueryClient();
  const { wallet: connected } = useWallet(settings);
  const [isChoosing, setChoosing] = useState(false);
  const { wallets = [], passkey = null } = approval.proofRequest ?? {};
  const own = wallets.map(({ address }) => address);
  const families = [...new Set(wallets.map(({ family }) => family))];
  const approve = useMutation({
    mutationFn: async (sign: () => Promise<Proof>) =>
      api<Approval>("POST", `/v2/approvals/${approval.id}/approve`, { body: { proof: await sign() } }),
    onSuccess: () => toast("Approved, and done."),
    // Also what fell is not as the page shows it.
    onSettled: () => queries.invalidateQueries(),
  });
  const approveWith = (wallet: Wallet) =>
    approve.mutate(async () => {
      if (own.includes(wallet.address)) return signApproval(wallet, approval);
      throw new Error(`This is no wallet that you sign in with. Connect ${own.join(" or ")}.`);
    });
  const usable = connected && own.includes(connected.address) ? connected : null;
  return (
    <Card
      title="Your decision"
      description="Approving does it at once. You sign for exactly what stands above; that moves no money of yours."
    >
      {approve.error && <Alert tone="danger">{wordsOfFailure(approve.error)}</Alert>}
      {own.length === 0 && passkey === null && (
        <Alert tone="info">You have no wallet and no passkey that could sign. Add a passkey first.</Alert>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Allowed to="approveApproval">
          {own.length > 0 && (
            <Button
              variant="primary"
              isPending={approve.isPending}
              onClick={() => (usable ? approveWith(usable) : setChoosing(true))}
            >
              {usable ? "Sign and approve" : "Connect wallet to approve"}
            </Button>
          )}
          {passkey && (
            <Button
              variant={own.length > 0 ? "secondary" : "primary"}
              isPending={approve.isPending}
              onClick={() => approve.mutate(() => signApprovalByPasskey(passkey, approval))}
            >
              Approve with a passkey
            </Button>
          )}
        </Allowed>
        <DialogButton
          operation="refuseApproval"
          text="Refuse"
          title="Refuse this?"
          description="Nothing is changed. Whoever asked reads why."
        >
          {(close) => <RefuseForm id={approval.id} onDone={close} />}
        </DialogButton>
      </div>
      <p role="status" className="mt-3 text-sm text-muted empty:hidden">
        {approve.isPending ? "Sign with your wallet or passkey." : ""}
      </p>
      <WalletDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        settings={settings}
        families={families}
        labels={ENGLISH_WALLET_LABELS}
        onConnected={(wallet) => {
          setChoosing(false);
          approveWith(wallet);
        }}
      />
    </Card>
  );
}

function wordsOfFailure(error: Error): string {
  if (!(error instanceof WalletError)) return messageOf(error);
  return withName(ENGLISH_WALLET_LABELS.errors[error.code], "Your wallet");
}

function RefuseForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const refuse = useMutation({
    mutationFn: () => api<Approval>("POST", `/v2/approvals/${id}/refuse`, { body: { reason } }),
    onSuccess: async () => {
      toast("It was refused.");
      await queries.invalidateQueries({ queryKey: ["approvals"] });
      onDone();
    },
  });
  return (
    <MutationForm mutation={refuse} onSubmit={() => refuse.mutate()} submit="Refuse" onCancel={onDone}>
      <Field label="Why">
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={500}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}

function Withdraw({ approval }: { approval: ApprovalRead }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => api<Approval>("POST", `/v2/approvals/${approval.id}/withdraw`),
    onSuccess: async () => {
      toast("It was withdrawn.");
      await queries.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
  return (
    <Card title="You asked for this" description="Somebody else has to approve it. Send them this page.">
      {withdraw.error && <Alert tone="danger">{messageOf(withdraw.error)}</Alert>}
      <Allowed to="withdrawApproval">
        <Button isPending={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
        </Button>
      </Allowed>
    </Card>
  );
}
