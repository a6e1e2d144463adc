"use client";

import { useState } from "react";
import { Address, shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { withName } from "@/components/wallet/labels";
import { WalletDialog } from "@/components/wallet/wallet-dialog";
import type { StepUpProof } from "@/server/auth/step-up/schema";
import { useWallet } from "@/wallet/use-wallet";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { askPasskey } from "./ask-passkey";
import { consentShown } from "./compare-consent";
import { signConsent } from "./sign-consent";
import { ENGLISH_STEP_UP, type StepUpWords } from "./step-up-words";
import type { OpenStepUp } from "./use-step-ups";

interface StepUpDialogProps {
  /** Null while nothing is to be confirmed. */
  open: OpenStepUp | null;
  /** Takes the proof to the service. Throws what the service says. */
  prove: (id: string, proof: StepUpProof) => Promise<unknown>;
  /** In which language; the dashboard's own unless told otherwise. */
  words?: StepUpWords;
}

/** Says what is about to happen, and has the person confirm it with a wallet or the password. */
export function StepUpDialog({ open, prove, words = ENGLISH_STEP_UP }: StepUpDialogProps) {
  // Another confirmation begins without what was typed or went wrong in the one before.
  return open ? <OpenDialog key={open.asked.id} open={open} prove={prove} words={words} /> : null;
}

interface Problem {
  text: string;
  /** The person said no themselves: nothing is wrong. */
  isChoice: boolean;
}

function OpenDialog({
  open,
  prove,
  words,
}: { open: OpenStepUp } & Required<Pick<StepUpDialogProps, "prove" | "words">>) {
  const { asked, answer } = open;
  const { wallets: settings } = useDashboardConfig();
  const { wallet: connected } = useWallet(settings);
  const [isChoosing, setChoosing] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [password, setPassword] = useState("");
  const { wallets, passkey } = asked.sign;
  const isAsked = (wallet: Wallet) => wallets.some(({ address }) => address === wallet.address);
  const own = connected && isAsked(connected) ? connected : null;
  const families = [...new Set(wallets.map(({ family }) => family))];

  const proveWith = async (name: string, proof: () => Promise<StepUpProof>) => {
    setPending(true);
    setProblem(null);
    try {
      await prove(asked.id, await proof());
      answer(true);
    } catch (error) {
      setProblem(problemOf(error, name, words));
      setPending(false);
    }
  };
  const signWith = (wallet: Wallet) => {
    if (isAsked(wallet)) return proveWith(wallet.name, () => signConsent(asked, wallet));
    setProblem({ text: words.other(shorten(wallet.address)), isChoice: true });
  };
  const confirm = () => {
    if (asked.takesPassword) {
      void proveWith("", async () => ({ kind: "password", password }));
    } else if (own) void signWith(own);
    else setChoosing(true);
  };
  const word = asked.takesPassword ? words.yes : own ? words.with(shorten(own.address)) : words.connect;
  return (
    <>
      <Dialog
        isOpen
        onClose={() => answer(false)}
        title={words.title}
        description={words.text}
        size="sm"
        footer={
          <>
            <Button onClick={() => answer(false)}>{words.no}</Button>
            {(asked.takesPassword || wallets.length > 0) && (
              <Button variant="primary" type="submit" form="step-up" isPending={isPending}>
                {word}
              </Button>
            )}
          </>
        }
      >
        <form
          id="step-up"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <div className="rounded-md border border-edge bg-sunken p-4">
            {/* As the wallet shows it, in the language of what is signed. */}
            <p lang="en" dir="ltr" className="font-medium wrap-anywhere">
              {asked.action}
            </p>
            <p className="mt-2 text-sm text-muted wrap-anywhere">{words.account(asked.account)}</p>
          </div>
          {problem && <Alert tone={problem.isChoice ? "warning" : "danger"}>{problem.text}</Alert>}
          {asked.takesPassword ? (
            <Field label={words.password}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
          ) : (
            <p className="text-sm leading-relaxed text-muted">
              {wallets.length > 0 ? words.signing : words.device}
            </p>
          )}
          {passkey && (
            <Button
              onClick={() =>
                void proveWith("", async () => ({
                  kind: "passkey",
                  response: await askPasskey(passkey, consentShown(asked)),
                }))
              }
              isPending={isPending}
            >
              {words.passkey}
            </Button>
          )}
          {!own && wallets.length > 0 && (
            <div className="text-sm">
              <p className="text-muted">{words.any}</p>
              <ul className="mt-1 grid gap-1">
                {wallets.map(({ address }) => (
                  <li key={address}>
                    <Address value={address} />
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p role="status" className="text-sm text-muted empty:hidden">
            {isPending && !asked.takesPassword ? words.waiting : ""}
          </p>
        </form>
      </Dialog>
      <WalletDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        settings={settings}
        families={families.length > 0 ? families : ["evm"]}
        labels={words.wallets}
        onConnected={(wallet) => {
          setChoosing(false);
          void signWith(wallet);
        }}
      />
    </>
  );
}

function problemOf(error: unknown, name: string, { wallets }: StepUpWords): Problem {
  if (!(error instanceof WalletError)) return { text: messageOf(error), isChoice: false };
  const text = withName(wallets.errors[error.code], name);
  return { text, isChoice: error.code === "rejected" };
}
