"use client";

import { useState } from "react";
import { formatFigures } from "@/components/i18n/format-amount";
import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { formatTime } from "@/components/ui/format-time";
import { Textarea } from "@/components/ui/textarea";
import { useCopy } from "@/components/ui/use-copy";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";

/** A message that asks a payer again, to send from the merchant's own mail or to copy. */
export function RemindDialog({ detail, onClose }: { detail: PaymentDetail; onClose: () => void }) {
  const [text, setText] = useState(() => reminderOf(detail));
  const { state, copy } = useCopy(text);
  const subject = detail.payment.reference
    ? `Reminder: ${detail.payment.reference}`
    : "Reminder: a payment is open";
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Remind the payer"
      description="Nothing is sent from here: copy the message, or open it in your own mail program."
    >
      <div className="grid gap-4">
        <Field label="Message">
          {(control) => (
            <Textarea {...control} rows={9} value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
        <p role="status" className="text-sm text-muted empty:hidden">
          {state === "copied" && "Message copied."}
          {state === "failed" &&
            "Your browser did not let the page copy it. Select the text and copy it yourself."}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink href={mail}>Open in mail</ButtonLink>
          <Button variant="primary" onClick={copy}>
            Copy message
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The amount that is still open, what it is for, where it is paid and until when. */
function reminderOf({ payment, money }: PaymentDetail): string {
  const amount = formatFigures(money.remaining, payment.currency, DEFAULT_LOCALE);
  const what = payment.reference === null ? "" : ` for ${payment.reference}`;
  const until =
    payment.expiresAt === null
      ? ""
      : ` It can be paid until ${formatTime(payment.expiresAt, { form: "absolute", now: Date.now() })}.`;
  return [
    "Hello,",
    `a payment of ${amount} ${payment.currency}${what} is still open.${until}`,
    `You can pay it here:\n${payment.securePaymentUrl ?? ""}`,
    "If you have paid it already, please ignore this message.",
  ].join("\n\n");
}
