import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsFrame } from "@/components/docs/frame";
import { contents } from "./reference";

export const metadata: Metadata = {
  title: { default: "API reference", template: "%s · Quittance API" },
};

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsFrame contents={contents}>{children}</DocsFrame>;
}
