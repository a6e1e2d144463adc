import type { Metadata } from "next";
import { OrchestratorPage } from "@/components/dashboard/orchestrator/orchestrator-page";

interface Props {
  params: Promise<{ orchestratorId: string }>;
}

export const metadata: Metadata = { title: "Partner account" };

export default async function OwnOrchestratorPage({ params }: Props) {
  return <OrchestratorPage orchestratorId={(await params).orchestratorId} />;
}
