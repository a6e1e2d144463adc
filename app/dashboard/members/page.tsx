import type { Metadata } from "next";
import { MembersPage } from "@/components/dashboard/members/members-page";

export const metadata: Metadata = { title: "Members" };

export default function Members() {
  return <MembersPage />;
}
