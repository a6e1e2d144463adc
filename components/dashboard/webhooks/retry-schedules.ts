/** How often a webhook is tried again, in the words of the form and of the table. */
export const RETRY_OPTIONS = [
  { value: "standard", label: "4 attempts in 21 seconds" },
  { value: "extended", label: "10 attempts in three days" },
] as const;
