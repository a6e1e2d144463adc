"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { randomId } from "@/components/ui/random-id";
import type { PayoutsChecked } from "@/server/dashboard/recipients/check-payouts-schema";
import type { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { useMerchant } from "../session/merchant";
import { useUsual } from "./new-payment";
import { type CsvPayout, readPayoutCsv, textOfFile } from "./read-csv";

/** A list of payouts on its way in: read, checked row by row, then created one after the other. */
export interface Import {
  /** Tells this file from the next one: a row that is sent twice is created once. */
  id: string;
  rows: CsvPayout[];
  checked: PayoutsChecked;
}

export type RowOutcome = { state: "created" } | { state: "failed"; message: string };

/** Reads, checks and creates. Rows that were created stay so when a later one fails. */
export function useImport() {
  const { api, address } = useMerchant();
  const { networks } = useDashboardConfig();
  const usual = useUsual();
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(new Map());

  const bodyOf = (row: CsvPayout) => ({ ...row, creatorWalletAddress: address });

  const check = useMutation({
    mutationFn: async (file: File): Promise<Import> => {
      setOutcomes(new Map());
      const rows = readPayoutCsv(textOfFile(await file.arrayBuffer()), usual, networks);
      const body = { payouts: rows.map(bodyOf) };
      const checked = await api<PayoutsChecked>("POST", "/v1/dashboard/payouts/check", { body });
      return { id: randomId(), rows, checked };
    },
  });

  const create = useMutation({
    mutationFn: async ({ id, rows, checked }: Import) => {
      for (const { index, payout } of checked.rows) {
        const row = rows[index];
        if (!payout || !row || outcomes.get(index)?.state === "created") continue;
        const outcome = await api<SecurePaymentCreated>("POST", "/v2/secure-payments/payouts", {
          body: bodyOf(row),
          headers: { "idempotency-key": `${id}-${index}` },
        }).then(
          (): RowOutcome => ({ state: "created" }),
          (error: unknown): RowOutcome => ({ state: "failed", message: messageOf(error) }),
        );
        setOutcomes((before) => new Map(before).set(index, outcome));
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });

  const reset = () => {
    check.reset();
    create.reset();
    setOutcomes(new Map());
  };
  return { check, create, outcomes, reset };
}
