import type { Metadata } from "next";
import { AccountsPage } from "@/components/dashboard/books/accounts/accounts-page";

export const metadata: Metadata = { title: "Accounts of the books" };

export default function Accounts() {
  return <AccountsPage />;
}
