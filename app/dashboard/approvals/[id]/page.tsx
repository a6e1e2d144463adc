import type { Metadata } from "next";
import { ApprovalPage } from "@/components/dashboard/approvals/approval-page";

export const metadata: Metadata = { title: "Approval" };

export default async function OneApproval({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ApprovalPage id={id} />;
}
