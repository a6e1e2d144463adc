import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Trail } from "@/components/docs/frame";
import { Differences } from "@/components/docs/guides/differences";
import { GUIDES, GUIDES_GROUP } from "@/components/docs/guides/guides";
import { Markdown } from "@/components/docs/guides/markdown";
import { readGuide } from "@/components/docs/guides/read-guide";
import { guides } from "../../reference";

interface Props {
  params: Promise<{ guide: string }>;
}

const find = async ({ params }: Props) => {
  const { guide } = await params;
  return GUIDES.find(({ slug }) => slug === guide);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await find(props))?.title ?? "Not found" };
}

export default async function GuidePage(props: Props) {
  const guide = await find(props);
  if (!guide) notFound();
  return (
    <article>
      <Trail
        steps={[
          { name: "Reference", href: "/docs" },
          { name: GUIDES_GROUP, href: guides.href },
        ]}
      />
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{guide.title}</h1>
      <Markdown text={readGuide(guide)} file={guide.file} />
      {guide.slug === "hosted-service-clients" && <Differences />}
    </article>
  );
}
