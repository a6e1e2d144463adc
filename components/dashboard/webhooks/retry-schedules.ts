/** How often a webhook is tried again, in the words of the forms and of the table. */
export const RETRY_OPTIONS = [
  option("standard", "4 attempts", "in 21 seconds"),
  option("extended", "10 attempts", "in three days"),
];

function option(value: string, attempts: string, within: string) {
  return { value, attempts, within, label: `${attempts} ${within}` };
}
