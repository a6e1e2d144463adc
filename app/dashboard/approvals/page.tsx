import type { Metadata } from "next";
import { ApprovalsPage } from "@/components/dashboard/approvals/approvals-page";

export const metadata: Metadata = { title: "Approvals" };

export default function Approvals() {
  return <ApprovalsPage />;
}
