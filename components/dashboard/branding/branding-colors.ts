/** The colours of a branding, and what each is for. */
export const BRANDING_COLORS = [
  { name: "pageBackgroundColor", label: "Page background" },
  { name: "cardBackgroundColor", label: "Card background" },
  { name: "primaryActionColor", label: "Buttons and links" },
  { name: "primaryTextColor", label: "Text" },
  { name: "secondaryTextColor", label: "Secondary text" },
] as const;
