import type { Metadata } from "next";
import { PartnerScreen } from "@/components/dashboard/partners/partner-screen";

export const metadata: Metadata = { title: "Partner account" };

export default function OwnOrchestratorPage() {
  return <PartnerScreen />;
}
