import type { Metadata } from "next";
import { ClosePage } from "@/components/dashboard/books/closing/close-page";

export const metadata: Metadata = { title: "Close a month" };

export default async function ClosePeriod({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ClosePage id={id} />;
}
