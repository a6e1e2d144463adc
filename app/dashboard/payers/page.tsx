import type { Metadata } from "next";
import { Payers } from "@/components/dashboard/payers/payers";

export const metadata: Metadata = { title: "Payers" };

export default function PayersPage() {
  return <Payers />;
}
