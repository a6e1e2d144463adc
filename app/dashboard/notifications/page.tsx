import type { Metadata } from "next";
import { NotificationsPage } from "@/components/dashboard/notifications/notifications-page";

export const metadata: Metadata = { title: "Notifications" };

export default function Notifications() {
  return <NotificationsPage />;
}
