import type { Metadata } from "next";
import { PayerScreen } from "@/components/dashboard/payers/payer-screen";

export const metadata: Metadata = { title: "Payers" };

export default function PayersPage() {
  return <PayerScreen />;
}
