import type { Metadata } from "next";
import { PartnerScreen } from "@/components/dashboard/partners/partner-screen";

export const metadata: Metadata = { title: "Partners" };

export default function PartnersPage() {
  return <PartnerScreen />;
}
