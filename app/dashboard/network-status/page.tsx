import type { Metadata } from "next";
import { NetworkStatus } from "@/components/dashboard/network-status/network-status";

export const metadata: Metadata = { title: "Network status" };

export default function NetworkStatusPage() {
  return <NetworkStatus />;
}
