import type { Metadata } from "next";
import { NewSchedule } from "@/components/dashboard/schedules/new/new-schedule";

export const metadata: Metadata = { title: "New schedule" };

export default function NewSchedulePage() {
  return <NewSchedule />;
}
