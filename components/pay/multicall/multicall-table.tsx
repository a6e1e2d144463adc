"use client";

import { useId } from "react";
import { useT } from "@/components/i18n/provider";
import { MulticallRow } from "@/components/pay/multicall/multicall-row";
import { foldedRows } from "@/components/pay/multicall/rows";
import { FoldButton } from "@/components/pay/parts/fold-button";
import { useFold } from "@/components/pay/parts/folds";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";

/** All recipients, folded to a few where they are many. Without scripts every row is there. */
export function MulticallTable({ bundle }: { bundle: PageMulticall }) {
  const t = useT();
  const id = useId();
  const [isUnfolded, setUnfolded] = useFold("recipients");
  const { rows, isOneNetwork } = bundle;
  const few = new Set(foldedRows(rows));
  const hasStates = rows.some(({ state }) => state.kind !== "open");
  return (
    <>
      <table id={id} className="w-full border-t border-dashed border-line text-sm">
        <caption className="sr-only">{t("pay.recipients", { count: rows.length })}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("pay.recipient")}</th>
            <th scope="col">{t("pay.amount")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MulticallRow
              key={row.requestId}
              row={row}
              hasStates={hasStates}
              isAlone={!isOneNetwork}
              isHidden={!isUnfolded && !few.has(row)}
            />
          ))}
        </tbody>
      </table>
      {few.size < rows.length && (
        <FoldButton
          isOpen={isUnfolded}
          onFold={setUnfolded}
          of={id}
          className="mt-1 min-h-11 noscript:hidden"
        >
          {isUnfolded ? t("pay.bundle.showFewer") : t("pay.bundle.showAll", { count: rows.length })}
        </FoldButton>
      )}
    </>
  );
}
