import type { Metadata } from "next";
import { Trail } from "@/components/docs/frame";
import { GUIDES_GROUP } from "@/components/docs/guides/guides";
import { PageList } from "@/components/docs/page-list";
import { guides } from "../reference";

export const metadata: Metadata = { title: GUIDES_GROUP };

export default function Guides() {
  return (
    <>
      <Trail steps={[{ name: "Reference", href: "/docs" }]} />
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{guides.name}</h1>
      <PageList entries={guides.entries} />
    </>
  );
}
