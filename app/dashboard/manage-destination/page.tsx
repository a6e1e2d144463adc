import type { Metadata } from "next";
import { Manage } from "@/components/dashboard/destination/manage";

export const metadata: Metadata = { title: "Manage destination" };

export default function ManagePage() {
  return <Manage />;
}
