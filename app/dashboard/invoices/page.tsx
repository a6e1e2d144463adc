import type { Metadata } from "next";
import { InvoicesPage } from "@/components/dashboard/invoices/invoices-page";

export const metadata: Metadata = { title: "Invoices" };

export default function Invoices() {
  return <InvoicesPage />;
}
