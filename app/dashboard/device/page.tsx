import type { Metadata } from "next";
import { DevicePage } from "@/components/dashboard/device/device-page";
import { readUserCode, shownUserCode } from "@/server/auth/device/user-code";

export const metadata: Metadata = { title: "Log a terminal in" };

interface DeviceProps {
  searchParams: Promise<{ code?: string | string[] }>;
}

export default async function Device({ searchParams }: DeviceProps) {
  const { code } = await searchParams;
  const filledIn = typeof code === "string" ? readUserCode(code) : null;
  return <DevicePage filledIn={filledIn === null ? null : shownUserCode(filledIn)} />;
}
