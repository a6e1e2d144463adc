"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";

const KEY = "docs-language";
const listeners = new Set<() => void>();

/** One piece of code in several languages. The choice holds for all of them and is kept for the next visit. */
export function CodeTabs({ label, code }: { label: string; code: { language: string; code: string }[] }) {
  const chosen = useSyncExternalStore(subscribe, readChoice, () => "");
  const value = code.some(({ language }) => language === chosen) ? chosen : code[0]?.language;
  return (
    <Tabs
      label={label}
      value={value}
      onChange={choose}
      tabs={code.map(({ language, code: text }) => ({
        value: language,
        label: language,
        content: <CodeBlock text={text} label={`${label} in ${language}`} language={language} />,
      }))}
    />
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Storage may be forbidden; the choice then lives as long as the page. */
let kept = "";
function readChoice(): string {
  try {
    return window.localStorage.getItem(KEY) ?? kept;
  } catch {
    return kept;
  }
}

function choose(language: string) {
  kept = language;
  try {
    window.localStorage.setItem(KEY, language);
  } catch {
    // Refused by the browser; `kept` has it.
  }
  for (const listener of listeners) listener();
}
