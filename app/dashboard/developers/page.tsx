import type { Metadata } from "next";
import { Developers } from "@/components/dashboard/developers/developers";

export const metadata: Metadata = { title: "Developers" };

export default function DevelopersPage() {
  return <Developers />;
}
