"use client";

import { RecordScreen } from "@/components/ui/in-place";
import { OrchestratorPage } from "../orchestrator/orchestrator-page";
import { Partners } from "./partners";

/** The merchant's partners, and each partner account that the merchant owns. */
export function PartnerScreen() {
  return (
    <RecordScreen
      base="/dashboard/partners"
      titles={{ list: "Partners", record: "Partner account" }}
      list={<Partners />}
      record={(orchestratorId) => <OrchestratorPage orchestratorId={orchestratorId} />}
    />
  );
}
