import type { Metadata } from "next";
import { ClosePage } from "@/components/dashboard/books/closing/close-page";

export const metadata: Metadata = { title: "Close a month" };

export default function Close() {
  return <ClosePage />;
}
