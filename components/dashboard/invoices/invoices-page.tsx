"use client";

import { DialogButton } from "../forms/dialog-button";
import { PageFrame } from "../frame/page-frame";
import { InvoiceForm } from "./invoice-form";
import { InvoicesCard } from "./invoices-card";
import { IssuerCard } from "./issuer-card";

/** Invoices of the account, and who issues them. */
export function InvoicesPage() {
  return (
    <PageFrame
      operation="listInvoices"
      title="Invoices"
      action={
        <DialogButton
          operation="createInvoice"
          variant="primary"
          text="New invoice"
          title="New invoice"
          description="A draft. It gets its number when you issue it."
          dialogSize="xl"
        >
          {(close) => <InvoiceForm stored={null} onClose={close} />}
        </DialogButton>
      }
    >
      <div className="grid gap-6">
        <InvoicesCard />
        <IssuerCard />
      </div>
    </PageFrame>
  );
}
