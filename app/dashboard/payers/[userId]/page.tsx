import type { Metadata } from "next";
import { PayerDetail } from "@/components/dashboard/payers/payer-detail";

export const metadata: Metadata = { title: "Payer" };

export default async function PayerPage({ params }: { params: Promise<{ userId: string }> }) {
  return <PayerDetail userId={(await params).userId} />;
}
