import type { Metadata } from "next";
import { ExportsPage } from "@/components/dashboard/books/exports/exports-page";

export const metadata: Metadata = { title: "Exports" };

export default function Exports() {
  return <ExportsPage />;
}
