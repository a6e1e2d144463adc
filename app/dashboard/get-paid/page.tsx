import type { Metadata } from "next";
import { GetPaid } from "@/components/dashboard/payments/get-paid";

export const metadata: Metadata = { title: "Get paid" };

export default function GetPaidPage() {
  return <GetPaid />;
}
