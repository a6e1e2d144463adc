import type { Metadata } from "next";
import { PayerScreen } from "@/components/dashboard/payers/payer-screen";

export const metadata: Metadata = { title: "Payer" };

export default function PayerPage() {
  return <PayerScreen />;
}
