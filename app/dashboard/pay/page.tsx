import type { Metadata } from "next";
import { Pay } from "@/components/dashboard/payouts/pay";

export const metadata: Metadata = { title: "Pay" };

export default function PayPage() {
  return <Pay />;
}
