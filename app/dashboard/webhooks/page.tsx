import type { Metadata } from "next";
import { Webhooks } from "@/components/dashboard/webhooks/webhooks";

export const metadata: Metadata = { title: "Webhook log" };

export default function WebhooksPage() {
  return <Webhooks />;
}
