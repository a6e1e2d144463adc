import type { Metadata } from "next";
import { AuditLogPage } from "@/components/dashboard/audit/audit-log-page";

export const metadata: Metadata = { title: "Audit log" };

export default function AuditLog() {
  return <AuditLogPage />;
}
