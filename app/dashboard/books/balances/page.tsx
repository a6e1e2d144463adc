import type { Metadata } from "next";
import { BalancesPage } from "@/components/dashboard/books/balances/balances-page";

export const metadata: Metadata = { title: "Balances" };

export default function Balances() {
  return <BalancesPage />;
}
