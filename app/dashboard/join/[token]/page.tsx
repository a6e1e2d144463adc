import type { Metadata } from "next";
import { JoinPage } from "@/components/dashboard/members/join-page";

export const metadata: Metadata = { title: "Invitation" };

export default async function Join({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <JoinPage token={token} />;
}
