"use client";

import { Building2 } from "@/components/icons/icons";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { InPlaceLink } from "@/components/ui/in-place";
import { Time } from "@/components/ui/time";
import type { Orchestrator } from "@/server/platforms/orchestrators/schema";
import { useDashboardConfig } from "../config";
import { ListTable } from "../lists/list-table";
import { useOrchestrators } from "../orchestrator/queries";
import { NewOrchestrator } from "./new-orchestrator";

const hrefOf = ({ id }: Orchestrator) => `/dashboard/partners/${id}`;

/** Partner accounts that the signed-in wallet owns: each brings platforms under terms of its own. */
export function OwnOrchestrators() {
  const orchestrators = useOrchestrators();
  const { isOrchestratorRegistrationOpen: isOpen } = useDashboardConfig();
  // Most merchants are none, and cannot become one here.
  if (!isOpen && !orchestrators.data?.length) return null;
  return (
    <Card
      title="Your partner accounts"
      description="Bring platforms to this service, with your own fees, screening and look. In the API such an account is an orchestrator."
      action={isOpen && <NewOrchestrator />}
    >
      <ListTable<Orchestrator>
        label="Your partner accounts"
        rows={orchestrators.data}
        rowId={({ id }) => id}
        rowHref={hrefOf}
        reading={orchestrators}
        empty={
          <EmptyState icon={<Building2 />} title="No partner account">
            You need one only to bring other platforms and earn a fee at their payments.
          </EmptyState>
        }
        columns={[
          {
            accessorKey: "name",
            header: "Name",
            cell: ({ row: { original } }) => (
              <InPlaceLink
                href={hrefOf(original)}
                className="font-medium text-accent underline-offset-4 wrap-anywhere hover:underline"
              >
                {original.name}
              </InPlaceLink>
            ),
          },
          { accessorKey: "supportEmail", header: "Contact", enableSorting: false },
          {
            accessorKey: "status",
            header: "Status",
            cell: ({ row: { original } }) => (
              <Badge tone={original.status === "active" ? "positive" : "neutral"}>
                {original.status === "active" ? "Active" : "Switched off"}
              </Badge>
            ),
          },
          {
            accessorKey: "createdAt",
            header: "Created",
            cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
          },
        ]}
      />
    </Card>
  );
}
