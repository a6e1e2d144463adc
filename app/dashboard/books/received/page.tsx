import type { Metadata } from "next";
import { ReceivedPage } from "@/components/dashboard/books/received/received-page";

export const metadata: Metadata = { title: "Received" };

export default function Received() {
  return <ReceivedPage />;
}
