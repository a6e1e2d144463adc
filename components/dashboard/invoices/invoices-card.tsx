"use client";

import { useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Download, Receipt } from "@/components/icons/icons";
import { Amount } from "@/components/ui/amount";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { shorten } from "@/components/ui/grouped";
import { Textarea } from "@/components/ui/textarea";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { EInvoiceProfile, Invoice } from "@/server/invoices/schema";
import { useDashboardConfig } from "../config";
import { ConfirmChange } from "../forms/confirm-change";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { ListTable } from "../lists/list-table";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { InvoiceForm } from "./invoice-form";
import { PAGE_SIZE, useInvoices } from "./queries";
import { totalInWords } from "./total-in-words";

/** What is asked once more before it is done. */
type Asked = "issue" | "send" | "remove" | "erase";

/** Invoices and credit notes, the newest first. */
export function InvoicesCard() {
  const { apiBase } = useDashboardConfig();
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<{ invoice: Invoice; what: Asked } | null>(null);
  const list = useInvoices(page);
  const total = list.data?.total ?? 0;
  const close = () => setAsked(null);
  return (
    <Card
      title="All invoices"
      description="What is issued keeps its number for ever, and a credit note takes it back."
    >
      <ListTable
        label="Invoices"
        columns={columns(apiBase, (invoice, what) => setAsked({ invoice, what }))}
        rows={list.data?.invoices}
        rowId={({ id }) => id}
        reading={list}
        empty={
          <EmptyState icon={<Receipt />} title="No invoices">
            Write one, and it gets the next number when you issue it.
          </EmptyState>
        }
      />
      {total > PAGE_SIZE && (
        <div className="mt-4 flex gap-2">
          <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="sm" disabled={(page + 1) * PAGE_SIZE >= total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
      {asked?.what === "issue" && (
        <ConfirmChange
          operation="issueInvoice"
          onClose={close}
          title={`Issue the invoice over ${totalInWords(asked.invoice)}?`}
          confirm="Issue"
          change={(api) => api("POST", `/v2/invoices/${asked.invoice.id}/issue`)}
          done="The invoice is issued."
        >
          It gets its number and stays as it is. Only a credit note takes it back.
        </ConfirmChange>
      )}
      {asked?.what === "send" && (
        <ConfirmChange
          operation="sendInvoice"
          onClose={close}
          title={`Mail ${asked.invoice.number} to its customer?`}
          confirm="Mail"
          isDangerous={false}
          change={(api) => api("POST", `/v2/invoices/${asked.invoice.id}/send`)}
          done="It is mailed in a moment."
        >
          The PDF file goes to <bdi className="font-medium break-words">{asked.invoice.customer?.email}</bdi>{" "}
          and to nobody else.
        </ConfirmChange>
      )}
      {asked?.what === "remove" && (
        <ConfirmChange
          operation="removeInvoice"
          onClose={close}
          title="Throw the draft away?"
          confirm="Throw away"
          change={(api) => api("DELETE", `/v2/invoices/${asked.invoice.id}`)}
          done="The draft is gone."
        >
          It had no number, and none is missing.
        </ConfirmChange>
      )}
      {asked?.what === "erase" && (
        <ConfirmChange
          operation="eraseInvoiceCustomer"
          onClose={close}
          title="Erase the customer?"
          confirm="Erase"
          change={(api) => api("DELETE", `/v2/invoices/${asked.invoice.id}/customer`)}
          done="The customer is erased."
        >
          The invoice keeps its number and its sums and shows no customer any more. This cannot be taken back;
          the law may want you to keep customers for years.
        </ConfirmChange>
      )}
    </Card>
  );
}

const PAYMENTS: Readonly<Record<NonNullable<Invoice["payment"]>, { tone: Tone; text: string }>> = {
  not_issued: { tone: "neutral", text: "Not issued" },
  due: { tone: "warning", text: "Due" },
  in_part: { tone: "info", text: "Paid in part" },
  paid: { tone: "positive", text: "Paid" },
  due_without_link: { tone: "warning", text: "Due, link is over" },
  to_correct: { tone: "warning", text: "Sent back: cancel it" },
  void: { tone: "neutral", text: "Void" },
  to_refund: { tone: "warning", text: "Cancelled, but paid" },
};

function stateOf({ state, kind, payment }: Invoice): { tone: Tone; text: string } {
  if (state === "draft") return { tone: "neutral", text: "Draft" };
  if (kind === "credit_note") return { tone: "info", text: "Credit note" };
  if (payment) return PAYMENTS[payment];
  return state === "cancelled"
    ? { tone: "neutral", text: "Cancelled" }
    : { tone: "positive", text: "Issued" };
}

function columns(
  apiBase: string,
  onAsk: (invoice: Invoice, what: Asked) => void,
): ColumnDef<Invoice, unknown>[] {
  return [
    {
      id: "number",
      header: "Number",
      cell: ({ row: { original } }) => (
        <div>
          <p className="font-medium">{original.number ?? "Draft"}</p>
          <p className="text-xs text-muted">{original.issuedOn ?? original.createdAt.slice(0, 10)}</p>
        </div>
      ),
    },
    {
      id: "customer",
      header: "Customer",
      cell: ({ row: { original } }) => (
        <bdi className="break-words">{original.customer?.name ?? "Erased"}</bdi>
      ),
    },
    {
      id: "total",
      header: "Total",
      cell: ({ row: { original } }) => (
        <Amount value={original.sums.total} unit={original.written.currency} />
      ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ row: { original } }) => {
        const { tone, text } = stateOf(original);
        return (
          <div className="grid justify-items-start gap-1">
            <Badge tone={tone}>{text}</Badge>
            {original.mail && <Mailed mail={original.mail} />}
          </div>
        );
      },
    },
    {
      id: "actions",
      header: "Actions",
      cell: ({ row: { original } }) => <Actions invoice={original} apiBase={apiBase} onAsk={onAsk} />,
    },
  ];
}

/** What became of the last e-mail with an invoice, when, and who had it sent. */
function Mailed({ mail: { state, queuedAt, endedAt, by, error } }: { mail: NonNullable<Invoice["mail"]> }) {
  const words = { queued: "Mail is waiting", sent: "Mailed", failed: "Mail failed" }[state];
  return (
    <p className="max-w-60 text-xs text-muted">
      {words} <Time value={endedAt ?? queuedAt} />
      {by !== null && (
        <>
          , by <bdi title={by}>{shorten(by)}</bdi>
        </>
      )}
      {error !== null && <span className="block break-words text-danger">{error}</span>}
    </p>
  );
}

const PROFILES: Readonly<Record<EInvoiceProfile, string>> = { en16931: "XML", xrechnung: "XRechnung" };

interface ActionsProps {
  invoice: Invoice;
  apiBase: string;
  onAsk: (invoice: Invoice, what: Asked) => void;
}

function Actions({ invoice, apiBase, onAsk }: ActionsProps) {
  if (invoice.state === "draft") {
    return (
      <div className="flex flex-wrap gap-2">
        <Allowed to="issueInvoice">
          <Button size="sm" variant="primary" onClick={() => onAsk(invoice, "issue")}>
            Issue
          </Button>
        </Allowed>
        <DialogButton
          operation="updateInvoice"
          size="sm"
          text="Edit"
          title="Edit the draft"
          description="It gets its number when you issue it."
          dialogSize="xl"
        >
          {(close) => <InvoiceForm stored={invoice} onClose={close} />}
        </DialogButton>
        <Allowed to="removeInvoice">
          <Button size="sm" onClick={() => onAsk(invoice, "remove")}>
            Throw away
          </Button>
        </Allowed>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        href={`${apiBase}/v2/invoices/${invoice.id}/pdf`}
        download
        size="sm"
        aria-label={`${invoice.number} as PDF`}
      >
        <Download aria-hidden="true" />
        PDF
      </ButtonLink>
      {invoice.eInvoices.map((profile) => (
        <ButtonLink
          key={profile}
          href={`${apiBase}/v2/invoices/${invoice.id}/xml?profile=${profile}`}
          download
          size="sm"
          aria-label={`${invoice.number} as ${PROFILES[profile]}`}
        >
          <Download aria-hidden="true" />
          {PROFILES[profile]}
        </ButtonLink>
      ))}
      {invoice.isSendable && (
        <Allowed to="sendInvoice">
          <Button
            size="sm"
            disabled={invoice.mail?.state === "queued"}
            aria-label={`Mail ${invoice.number} to its customer`}
            onClick={() => onAsk(invoice, "send")}
          >
            {invoice.mail ? "Mail again" : "Mail"}
          </Button>
        </Allowed>
      )}
      {invoice.state === "issued" && invoice.kind === "invoice" && (
        <DialogButton
          operation="cancelInvoice"
          size="sm"
          text="Cancel"
          title={`Cancel ${invoice.number}?`}
          description="A credit note with a number of its own takes it back. Money that was paid is not sent back by this."
        >
          {(close) => <CancelForm invoice={invoice} onClose={close} />}
        </DialogButton>
      )}
      {!invoice.isCustomerErased && (
        <Allowed to="eraseInvoiceCustomer">
          <Button size="sm" onClick={() => onAsk(invoice, "erase")}>
            Erase customer
          </Button>
        </Allowed>
      )}
    </div>
  );
}

function CancelForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const cancel = useMutation({
    mutationFn: () => api<Invoice>("POST", `/v2/invoices/${invoice.id}/cancel`, { body: { reason } }),
    onSuccess: ({ number }) => {
      toast(`Credit note ${number} takes it back.`);
      onClose();
    },
  });
  return (
    <MutationForm
      mutation={cancel}
      onSubmit={() => cancel.mutate()}
      submit="Issue the credit note"
      onCancel={onClose}
    >
      <Field label="Why" hint="Stands on the credit note.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}
