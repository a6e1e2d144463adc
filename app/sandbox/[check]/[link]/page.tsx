import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Decision } from "@/components/sandbox/decision";
import { publicCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { isSandboxLink } from "@/server/payers/sandbox";

export const metadata: Metadata = { title: "Sandbox", robots: { index: false, follow: false } };

interface Props {
  params: Promise<{ check: string; link: string }>;
}

/** Where a payer of the sandbox is checked or agrees: what is pressed here is the outcome. */
export default async function SandboxPage({ params }: Props) {
  const { check, link } = await params;
  if (check !== "identity" && check !== "agreement") notFound();
  if (!(await isSandboxLink(app().context(publicCaller("")), link))) notFound();
  return (
    <main className="mx-auto max-w-md px-4 py-16">
      <p className="text-sm font-medium text-muted">Sandbox</p>
      <h1 className="mt-2 text-2xl font-semibold">
        {check === "identity" ? "Identity check" : "Agreement with the provider"}
      </h1>
      <p className="mt-4 text-muted">
        Nothing is checked here and no money moves. Choose how the{" "}
        {check === "identity" ? "check" : "agreement"} ends.
      </p>
      <Decision check={check} link={link} />
    </main>
  );
}
