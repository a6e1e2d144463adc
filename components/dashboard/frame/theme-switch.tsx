"use client";

import { useState } from "react";
import { THEMES, type Theme, themeAttribute, themeCookie, themeOf } from "@/components/theme";
import { Segmented } from "@/components/ui/segmented";

const NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
const OPTIONS = THEMES.map((value) => ({ value, label: NAMES[value] }));

/** Chooses the colours, at once and for the next visits. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset.theme));
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    const attribute = themeAttribute(chosen);
    if (attribute) document.documentElement.dataset.theme = attribute;
    else delete document.documentElement.dataset.theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve
    document.cookie = themeCookie(chosen, window.location.protocol === "https:");
  };
  return <Segmented label="Colours" options={OPTIONS} value={theme} onChange={choose} />;
}
