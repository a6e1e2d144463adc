import type { Metadata } from "next";
import { AlarmsPage } from "@/components/dashboard/alarms/alarms-page";

export const metadata: Metadata = { title: "Alarms" };

export default function AlarmsRoute() {
  return <AlarmsPage />;
}
