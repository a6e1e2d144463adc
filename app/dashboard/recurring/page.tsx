import type { Metadata } from "next";
import { Recurring } from "@/components/dashboard/schedules/recurring";

export const metadata: Metadata = { title: "Recurring" };

export default function RecurringPage() {
  return <Recurring />;
}
