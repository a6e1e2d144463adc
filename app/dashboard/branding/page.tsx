import type { Metadata } from "next";
import { BrandingPage } from "@/components/dashboard/branding/branding-page";

export const metadata: Metadata = { title: "Branding" };

export default function Branding() {
  return <BrandingPage />;
}
