import type { Metadata } from "next";
import { Deposits } from "@/components/dashboard/deposits/deposits";

export const metadata: Metadata = { title: "Deposits to collect" };

export default function DepositsPage() {
  return <Deposits />;
}
