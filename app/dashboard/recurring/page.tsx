import type { Metadata } from "next";
import { Schedules } from "@/components/dashboard/schedules/schedules";

export const metadata: Metadata = { title: "Recurring" };

export default function RecurringPage() {
  return <Schedules />;
}
