import type { Metadata } from "next";
import { Outgoing } from "@/components/dashboard/payouts/outgoing";

export const metadata: Metadata = { title: "Pay" };

export default function PayPage() {
  return <Outgoing />;
}
