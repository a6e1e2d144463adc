"use client";

import { useState } from "react";
import { Percent } from "@/components/icons/icons";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { FeeConfig } from "@/server/fees/configs/schema";
import { actionsColumn } from "../../lists/actions-column";
import { ListTable } from "../../lists/list-table";
import { Allowed } from "../../roles/allowed";
import { useMay } from "../../roles/role";
import { useFeeConfigs, usePlatforms } from "../queries";
import { FeeForm } from "./fee-form";
import { FeeSwitch } from "./fee-switch";
import { bearerWords, percentOf } from "./fee-words";

/** More than these are chosen by the API. */
const FIRST_PAGE = 1;

/** What the partner takes of payments: the default of all its platforms, or what one of them has of its own. */
export function FeeConfigsCard() {
  const may = useMay();
  const [clientId, setClientId] = useState("");
  const configs = useFeeConfigs(clientId || undefined);
  const { data: platforms } = usePlatforms(FIRST_PAGE);
  const [edited, setEdited] = useState<FeeConfig | "new" | null>(null);
  const close = () => setEdited(null);
  return (
    <Card
      title="Your fees"
      description="For links created from now on. A link that exists keeps the fees it was created with."
      action={
        <Allowed to="createFeeConfig">
          <Button variant="primary" onClick={() => setEdited("new")}>
            New fee
          </Button>
        </Allowed>
      }
    >
      <Field label="Applies to" className="mb-5 max-w-sm">
        {({ "aria-required": _, ...control }) => (
          <Select
            {...control}
            value={clientId}
            onChange={({ target }) => setClientId(target.value)}
            options={[
              { value: "", label: "All platforms" },
              ...(platforms?.platforms ?? [])
                .filter(({ status }) => status === "active")
                .map((platform) => ({
                  value: platform.clientId,
                  label: `Only ${platform.clientIdName ?? platform.clientId}`,
                })),
            ]}
          />
        )}
      </Field>
      <ListTable<FeeConfig>
        label="Your fees"
        rows={configs.data}
        rowId={({ id }) => id}
        reading={configs}
        empty={
          <EmptyState icon={<Percent />} title={clientId ? "No fee of its own" : "No fee yet"}>
            {clientId ? "Your default holds for this platform." : "Platforms pay nothing to you so far."}
          </EmptyState>
        }
        columns={[
          {
            id: "of",
            header: "Of",
            cell: ({ row: { original } }) => (
              <div className="grid gap-0.5">
                <span className="font-medium">
                  {original.flow === "incoming" ? "Payments to platforms" : "Payments by platforms"}
                </span>
                <span className="text-xs text-muted">{bearerWords(original)}</span>
              </div>
            ),
          },
          {
            id: "fee",
            header: "Fee",
            cell: ({ row: { original } }) => (
              <>
                {percentOf(original.bps)}
                {original.usdCap !== null && (
                  <span className="text-muted">, at most {original.usdCap} USD</span>
                )}
              </>
            ),
          },
          {
            id: "addresses",
            header: "Paid to",
            cell: ({ row: { original } }) => <Receivers config={original} />,
          },
          {
            id: "status",
            header: "Active",
            cell: ({ row: { original } }) => <FeeSwitch config={original} />,
          },
          ...(may("updateFeeConfig") ? [changeColumn(setEdited)] : []),
        ]}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={close}
        title={edited === "new" ? "New fee" : "Change the fee"}
        description={
          clientId
            ? "For this platform it takes the place of the default of the same kind."
            : "For all platforms without a fee of their own of the same kind."
        }
      >
        {edited !== null && (
          <FeeForm
            stored={edited === "new" ? null : edited}
            clientId={clientId || undefined}
            onDone={close}
          />
        )}
      </Dialog>
    </Card>
  );
}

function changeColumn(onChange: (config: FeeConfig) => void) {
  return actionsColumn<FeeConfig>((row) => (
    <Button size="sm" variant="ghost" onClick={() => onChange(row)}>
      Change<span className="sr-only"> fee: {bearerWords(row)}</span>
    </Button>
  ));
}

function Receivers({ config: { evmRecipientAddress, tronRecipientAddress } }: { config: FeeConfig }) {
  const missing = <Badge tone="warning">None: no fee there</Badge>;
  return (
    <dl className="grid gap-1 text-xs">
      <div className="flex flex-wrap items-center gap-2">
        <dt className="text-muted">EVM</dt>
        <dd>
          {evmRecipientAddress ? (
            <Address value={evmRecipientAddress} copy="fee address on EVM networks" />
          ) : (
            missing
          )}
        </dd>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <dt className="text-muted">Tron</dt>
        <dd>
          {tronRecipientAddress ? (
            <Address value={tronRecipientAddress} copy="fee address on Tron" />
          ) : (
            missing
          )}
        </dd>
      </div>
    </dl>
  );
}
