import type { Metadata } from "next";
import { Incoming } from "@/components/dashboard/payments/incoming";

export const metadata: Metadata = { title: "Get paid" };

export default function GetPaidPage() {
  return <Incoming />;
}
