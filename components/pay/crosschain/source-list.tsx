"use client";

import type { ReactNode } from "react";
import { formatFigures } from "@/components/i18n/format-amount";
import { useT } from "@/components/i18n/provider";
import type { Translator } from "@/components/i18n/translator";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageSource } from "@/server/secure-payments/page/crosschain-schema";
import type { PageNetwork, PageOption } from "@/server/secure-payments/page/page-schema";

interface SourceListProps {
  /** What it takes on the link's own network, one for each token; empty where it cannot be paid there. */
  direct: readonly PageOption[];
  network: PageNetwork;
  sources: readonly PageSource[];
  chosen: ChosenSource | null;
  onPick: (source: ChosenSource | null) => void;
}

/** Network and token to pay with: the link's own first, then where the wallet has enough; the others say why not. */
export function SourceList({ direct, network, sources, chosen, onPick }: SourceListProps) {
  const t = useT();
  const usable = sources.filter(({ state }) => state === "enough");
  const others = sources.filter(
    ({ state, balance }) => state === "unknown" || (state === "short" && balance !== "0"),
  );
  const short = direct.find(({ hasEnough }) => !hasEnough);
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-sm text-muted">{t("pay.choose.label")}</legend>
      {direct.length > 0 && (
        <Choice
          title={t("pay.choose.option", {
            symbol: direct.map(({ symbol }) => symbol).join(" + "),
            network: network.name,
          })}
          isChosen={chosen === null}
          isOpen={short === undefined}
          onPick={() => onPick(null)}
        >
          {short ? shortText(t, short) : t("pay.bridge.direct")}
        </Choice>
      )}
      {usable.map((source) => (
        <Choice
          key={source.chain + source.symbol}
          title={nameOf(t, source)}
          isChosen={chosen?.network === source.network && chosen.symbol === source.symbol}
          isOpen
          onPick={() => onPick(source)}
        >
          {t("pay.bridge.about", {
            needed: figures(t, source.needed, source.symbol),
            fee: figures(t, source.fee, source.symbol),
            symbol: source.symbol,
          })}
        </Choice>
      ))}
      {others.length > 0 && (
        <details className="mt-3 rounded-md border border-line px-4 py-1 text-sm">
          <summary className="cursor-pointer py-2 font-medium">{t("pay.bridge.others")}</summary>
          <ul className="border-t border-dashed border-line">
            {others.map((source) => (
              <li key={source.chain + source.symbol} className="py-2">
                <span className="block font-medium">{nameOf(t, source)}</span>
                <span className="block text-muted">
                  {source.balance === null
                    ? t("pay.bridge.unknown")
                    : shortText(t, { ...source, balance: source.balance })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  title: string;
  isChosen: boolean;
  /** False where the wallet has too little: it is told, and cannot be chosen. */
  isOpen: boolean;
  onPick: () => void;
  children: ReactNode;
}

function Choice({ title, isChosen, isOpen, onPick, children }: ChoiceProps) {
  const look = isChosen && isOpen ? "border-accent bg-sunken" : "border-line";
  return (
    <label
      className={`mt-2 flex items-start gap-3 rounded-md border px-4 py-3 ${look} ${isOpen ? "cursor-pointer" : ""}`}
    >
      <input
        type="radio"
        name="source"
        checked={isChosen && isOpen}
        disabled={!isOpen}
        onChange={onPick}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  );
}

function nameOf(t: Translator, { symbol, network }: PageSource): string {
  return t("pay.choose.option", { symbol, network: EVM_NETWORKS[network].name });
}

function shortText(t: Translator, of: { symbol: string; needed: string; balance: string }): string {
  return t("pay.bridge.short", {
    needed: figures(t, of.needed, of.symbol),
    balance: figures(t, of.balance, of.symbol),
    symbol: of.symbol,
  });
}

function figures(t: Translator, decimal: string, symbol: string): string {
  return formatFigures(decimal, symbol, t.locale);
}
