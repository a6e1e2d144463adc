import type { Metadata } from "next";
import { Partners } from "@/components/dashboard/partners/partners";

export const metadata: Metadata = { title: "Partners" };

export default function PartnersPage() {
  return <Partners />;
}
