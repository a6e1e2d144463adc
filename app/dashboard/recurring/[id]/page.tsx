import type { Metadata } from "next";
import { ScheduleDetail } from "@/components/dashboard/schedules/detail/schedule-detail";

export const metadata: Metadata = { title: "Schedule" };

export default async function SchedulePage({ params }: { params: Promise<{ id: string }> }) {
  return <ScheduleDetail id={(await params).id} />;
}
