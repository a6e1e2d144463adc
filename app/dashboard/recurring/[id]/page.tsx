import type { Metadata } from "next";
import { Recurring } from "@/components/dashboard/schedules/recurring";

export const metadata: Metadata = { title: "Schedule" };

export default function SchedulePage() {
  return <Recurring />;
}
