"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { RefundEnd } from "@/components/refund/refund-end";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Grouped } from "@/components/ui/grouped";
import { Input } from "@/components/ui/input";

interface NameAddressProps {
  token: string;
  /** What the network of the request is called. */
  network: string;
  symbol: string;
}

type Step =
  | { kind: "asked"; problem: Problem | null }
  | { kind: "checked"; isSending: boolean; problem: Problem | null }
  | { kind: "done"; receiver: string }
  | { kind: "used" };
type Problem = "invalid" | "rejected" | "trouble";

/** The address is written, read again in groups, and then named: once, for good. */
export function NameAddress({ token, network, symbol }: NameAddressProps) {
  const t = useT();
  const [address, setAddress] = useState("");
  const [step, setStep] = useState<Step>({ kind: "asked", problem: null });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step.kind !== "asked") heading.current?.focus();
  }, [step.kind]);

  function check(event: FormEvent) {
    event.preventDefault();
    const isAddress = /^(?:0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/i.test(address.trim());
    setStep(
      isAddress
        ? { kind: "checked", isSending: false, problem: null }
        : { kind: "asked", problem: "invalid" },
    );
  }

  async function send() {
    setStep({ kind: "checked", isSending: true, problem: null });
    setStep(await named(token, address.trim()));
  }

  if (step.kind === "done" || step.kind === "used") {
    const [title, note] =
      step.kind === "done"
        ? [t("refund.done"), t("refund.doneNote")]
        : [t("refund.named"), t("refund.namedNote")];
    return (
      <div role="status">
        <RefundEnd title={title} note={note} isBelow />
        {step.kind === "done" && <Whole address={step.receiver} />}
      </div>
    );
  }
  if (step.kind === "checked") {
    return (
      <section aria-labelledby="refund-check" className="mt-6 border-t border-dashed border-line pt-6">
        <h2 id="refund-check" ref={heading} tabIndex={-1} className="text-lg font-medium outline-none">
          {t("refund.check")}
        </h2>
        <Whole address={address.trim()} />
        <p className="mt-3 leading-relaxed text-muted">{t("refund.checkNote")}</p>
        {step.problem && (
          <p role="alert" className="mt-3 text-sm text-danger">
            {t(`refund.${step.problem}`, { network })}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button variant="primary" size="lg" isPending={step.isSending} onClick={() => void send()}>
            {t("refund.confirm")}
          </Button>
          <Button
            size="lg"
            disabled={step.isSending}
            onClick={() => setStep({ kind: "asked", problem: null })}
          >
            {t("refund.change")}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <form onSubmit={check} noValidate className="mt-6 border-t border-dashed border-line pt-6">
      <Field
        label={t("refund.address", { network })}
        hint={t("refund.hint", { network, symbol })}
        error={step.problem ? t(`refund.${step.problem}`, { network }) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            className="font-mono"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" className="mt-5">
        {t("refund.continue")}
      </Button>
    </form>
  );
}

function Whole({ address }: { address: string }) {
  return (
    <p className="mt-3 rounded-md bg-sunken px-4 py-3">
      <bdi dir="ltr" className="font-mono text-balance wrap-anywhere">
        <Grouped value={address} />
      </bdi>
    </p>
  );
}

const PATIENCE_MS = 30_000;

/** What became of naming the address. */
async function named(token: string, receiver: string): Promise<Step> {
  try {
    const answer = await fetch("/pay/refund/name", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, receiver }),
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) {
      const body: unknown = await answer.json();
      const isNamed = typeof body === "object" && body !== null && "receiver" in body;
      return { kind: "done", receiver: isNamed ? String(body.receiver) : receiver };
    }
    const code = answer.headers.get("x-error-code");
    if (code === "refund_link_used") return { kind: "used" };
    if (code === "validation_failed") return { kind: "asked", problem: "invalid" };
    if (code === "refund_address_rejected") return { kind: "asked", problem: "rejected" };
  } catch {
    // Said as what it is below: nobody knows whether it was taken, and a second try is told.
  }
  return { kind: "checked", isSending: false, problem: "trouble" };
}
